import type { Texts } from './texts.ts'

export interface CopiedForm {
  readonly baseUrl: string
  readonly clientId: string
  readonly language: string
  readonly textOf: (name: keyof Texts) => string
}

/** A page with the form of this one and nothing else: a script of the server, and an element around two inputs. */
export function formHtml({ baseUrl, clientId, language, textOf }: CopiedForm): string {
  const service = `base-url="${baseUrl}" client-id="${clientId}"`
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${textOf('checkout')}</title>
<script src="${baseUrl}/regista.min.js" defer></script>
<main>
  <h1>${textOf('checkout')}</h1>
  <form>
    <p><label>${textOf('country')}
      <select id="country" name="country" autocomplete="country">
        <option value="sk">${textOf('slovakia')}</option>
        <option value="cz">${textOf('czechia')}</option>
      </select>
    </label></p>
    <regista-address ${service}
      country="#country" value="street-line" fields="postcode: #postcode; town: #town">
      <label>${textOf('street')} <input id="street" name="street" autocomplete="address-line1"></label>
    </regista-address>
    <p><label>${textOf('postcode')} <input id="postcode" name="postcode" autocomplete="postal-code"></label></p>
    <p><label>${textOf('town')} <input id="town" name="town" autocomplete="address-level2"></label></p>
    <regista-company ${service}
      country="#country" fields="ico: #ico; address: #seat">
      <label>${textOf('companyName')} <input id="company" name="company" autocomplete="organization"></label>
    </regista-company>
    <p><label>${textOf('ico')} <input id="ico" name="ico"></label></p>
    <p><label>${textOf('seat')} <input id="seat" name="seat"></label></p>
    <button>${textOf('order')}</button>
  </form>
</main>
</html>
`
}
