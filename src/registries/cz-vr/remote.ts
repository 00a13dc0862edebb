import { planNewest, type Remote } from '../remote.ts'

/** One archive at one address, replaced every day. */
export const CZ_VR_REMOTE: Remote<'archive'> = {
  registry: 'cz-vr',
  addresses: { archive: 'https://ares.gov.cz/otevrena-data/ares_vreo_all.tar.gz' },
  async find({ addresses }) {
    return planNewest('the newest state', [{ name: 'ares_vreo_all.tar.gz', url: addresses.archive, role: 'data' }])
  },
}
