import type { Country } from '../../records/country.ts'
import { fillUrlTemplate } from '../../records/public-url.ts'
import { type Detail, formatAttribution, formatCompanyDetail, type ManifestSource } from '../../release/release.ts'
import { type Rejection, reject } from '../errors.ts'
import type { CompanyDetail } from '../schemas/company-detail.ts'
import type { DetailMeta } from '../schemas/meta.ts'
import { PRICES } from '../schemas/prices.ts'
import type { ServedRelease } from '../served-release.ts'

interface DetailBody {
  readonly data: CompanyDetail
  readonly meta: DetailMeta
}

/** Rejects a record without a known source: a detail is never shown without provenance. */
export function detailBody(
  release: ServedRelease,
  detail: Detail,
  { ico, requestId, nowMs }: { readonly ico: string; readonly requestId: string; readonly nowMs: number },
): DetailBody | Rejection {
  const { country } = detail.company
  const source = release.manifest.sources.find(({ dataset }) => dataset.name === detail.origin.dataset)
  const shownSource = source && detailSource(country, source)
  if (source === undefined || shownSource === undefined) return reject('data_unavailable')
  const { state, warnings } = release.sources({ country, kind: 'company', nowMs })
  const { provenance, ...known } = formatCompanyDetail(detail, ico, shownSource)
  const url = fillUrlTemplate(release.urls.companies[country], { country, ico, sourceId: detail.origin.sourceKey })
  return {
    data: { ...known, ico, url, provenance, identifiers: [...known.identifiers] },
    meta: {
      request_id: requestId,
      country,
      charged_units: PRICES.readCompany,
      data_as_of: source.observedOn,
      coverage: { state, source_metadata_updated_at: source.observedOn },
      sources: [shownSource],
      warnings: [...warnings],
    },
  }
}

type DetailSource = DetailMeta['sources'][number]

const NAMES: Readonly<Record<Country, Pick<DetailSource, 'code'> & { readonly datasets: readonly string[] }>> = {
  sk: { code: 'rpo', datasets: ['rpo'] },
  cz: { code: 'ares', datasets: ['res', 'vr'] },
}

function detailSource(country: Country, source: ManifestSource): DetailSource | undefined {
  const { code, dataset, url, license, licenseUrl, notice } = source.dataset
  const names = NAMES[country]
  if (code !== names.code || !names.datasets.includes(dataset)) return undefined
  return {
    code: names.code,
    dataset: dataset as DetailSource['dataset'],
    url,
    attribution: formatAttribution(source),
    license,
    license_url: licenseUrl,
    notice,
  }
}
