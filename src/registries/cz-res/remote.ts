import { planNewest, type Remote } from '../remote.ts'
import { KNOWN_LEGAL_FORMS } from './known-legal-forms.ts'

/**
 * Only the newest state is published, at one address. The names of legal forms come from another host, which generates
 * them for every request.
 */
export const CZ_RES_REMOTE: Remote<'data' | 'legalForms'> = {
  registry: 'cz-res',
  addresses: {
    data: 'https://opendata.csu.gov.cz/soubory/od/od_org03/res_data.csv',
    legalForms: 'https://apl2.czso.cz/iSMS/do_cis_export?kodcis=56&typdat=0&cisjaz=203&format=2&separator=%2C',
  },
  async find({ addresses }) {
    return planNewest('the newest state', [
      { name: 'res_data.csv', url: addresses.data, role: 'data' },
      { name: 'ciselnik_56.csv', url: addresses.legalForms, role: 'list', standIn: KNOWN_LEGAL_FORMS },
    ])
  },
}
