/* Connects the address forms of WooCommerce with Regista. The settings come from the page: `registaForWooCommerce`. */
;(() => {
  const config = window.registaForWooCommerce
  const FORMS = ['billing', 'shipping']
  /** The number and the name of the company: of another plugin, in the classic checkout, in My account, in the block. */
  const COMPANIES = [
    // First, because an input gets one list.
    ...config.companyFields.map((pair) => ['', ...pair]),
    ['billing', '#billing_ico, [name="_wc_billing/regista/ico"]', '#billing_company'],
    ['billing', '#billing-regista-ico', '#billing-company'],
    ['shipping', '[name="_wc_shipping/regista/ico"]', '#shipping_company'],
    ['shipping', '#shipping-regista-ico', '#shipping-company'],
  ]
  /** WooCommerce takes the focus away 200 ms after a pick by mouse. */
  const REFOCUS_MS = 350
  const PAUSE_MS = 350
  /** Plugins that make shops faster run scripts later, and in another order. */
  const POLL_MS = 100
  const POLLS_MAX = 300

  const select = (form, name) => `#${form}_${name}, #${form}-${name}`
  const findField = (form, name) => document.querySelector(select(form, name))
  /** The fields of other plugins belong to billing. The block has no form for it while it is that of shipping. */
  const findForm = (form) => form || FORMS.find((one) => findField(one, 'country')) || 'billing'

  /** Empty for a country without suggestions. Before one is chosen, and without a field for it, it is that of the shop. */
  function readCountry(form) {
    const country = findField(form, 'country')?.value?.toLowerCase() || config.country
    return config.countries.includes(country) ? country : ''
  }

  /** Searches for WooCommerce, which shows the list and fills the form. */
  function createProvider(regista) {
    /** By form: the picked street in which the person types a number, or the picked house. */
    const picks = { billing: {}, shipping: {} }
    const suggested = new Map()
    const readNear = createNear()
    let supersede = () => {}
    let silentUntilMs = 0
    let pauseMs = PAUSE_MS
    // WooCommerce searches from the third key on, and its block some time after the key. What is typed elsewhere shows
    // how fast the person types, too. A shop may bring an older script, without this.
    const measure = () => (pauseMs = Regista.measurePause?.() ?? PAUSE_MS)
    document.addEventListener('input', measure, true)

    /** What to search for; nothing behind a picked house. A street is found by its name and town. */
    function readQuery(form, text) {
      const { house, street } = picks[form]
      const isBehind = (title, rest) => title && text.startsWith(title) && rest.test(text.slice(title.length))
      if (isBehind(house, /^([\s,].*)?$/)) return ''
      if (isBehind(street?.title, /^( [^,]*)?$/)) return text.trim() + street.rest
      picks[form] = {}
      return text
    }

    async function suggest(form, country, text, query) {
      try {
        const { data, meta } = await regista.suggestAddresses({ q: query, country, near: readNear() })
        const hits = data.filter(({ id }) => id !== picks[form].street?.id).map((hit) => describe(form, hit, text))
        // Their list has no line for a message, so the first suggestion says it.
        if (hits[0] && meta.warnings?.some((warning) => warning.endsWith('left_out')))
          hits[0].label += ` (${config.leftOut})`
        return hits
      } catch (error) {
        const { code, status, retryAfterSeconds } = error
        const isDenied = status === 401 || status === 403
        silentUntilMs = performance.now() + (isDenied ? Number.POSITIVE_INFINITY : (retryAfterSeconds ?? 2) * 1000)
        const { origin, protocol, hostname } = location
        const name = protocol === 'http:' ? `http://${hostname} --development` : origin
        const remedy = ` The operator allows it with: regista project allow-origin PROJECT ${name}`
        console.warn(`Regista: ${error.message}${/^(origin|unreach)/.test(code) ? remedy : ''}`)
        return []
      }
    }

    function describe(form, hit, text) {
      const id = `${form} ${hit.id}`
      suggested.set(id, [form, hit])
      return {
        id,
        label: isHouse(hit) ? hit.name : `${hit.name} (${config.allNumbers})`,
        matchedSubstrings: Regista.findHighlights(hit.name, text).map(({ start, end }) => {
          return { offset: start, length: end - start }
        }),
      }
    }

    const canSearch = (country) => config.countries.includes(`${country}`.toLowerCase())
    return {
      id: 'regista',
      canSearch,

      search(text, country, type) {
        supersede()
        // A script can change the country without an event that the classic form hears.
        if (!canSearch(country)) return Promise.resolve([])
        // The checkout block passes no type. In another field the person types nothing here: a script or the browser
        // has filled this one.
        const active = document.activeElement
        const [, form = active === document.body && type] = /^(billing|shipping)[_-]address_1$/.exec(active.id) ?? []
        const query = form ? readQuery(form, text) : ''
        if (!Regista.isQuery(query) || performance.now() < silentUntilMs) return Promise.resolve([])
        return new Promise((resolve) => {
          const timer = setTimeout(
            () => suggest(form, country.toLowerCase(), text, query).then(resolve),
            config.pause || pauseMs,
          )
          // At once: an older answer that came late would take the newer list away.
          supersede = () => {
            clearTimeout(timer)
            resolve([])
          }
        })
      },

      async select(id) {
        if (!suggested.has(id)) return null
        const [form, hit] = suggested.get(id)
        const [title] = hit.name.split(', ', 1)
        const street = { id: hit.id, title, rest: hit.name.slice(title.length) }
        picks[form] = isHouse(hit) ? { house: title } : { street }
        setTimeout(refocus, REFOCUS_MS, form)
        return readAddress(form, hit, isHouse(hit) ? title : `${title} `)
      },
    }
  }

  /** Only houses have an id in their register. */
  const isHouse = ({ address }) => address.source_id != null

  /** WooCommerce empties what is missing here, so what Regista does not know stays as it is. */
  function readAddress(form, { country, address: { municipality, postal_code: code } }, line) {
    const address = { address_1: line, city: municipality ?? '', country: country.toUpperCase() }
    for (const name of ['address_2', 'state', 'postcode']) {
      const field = findField(form, name)
      if (field) address[name] = field.value
    }
    // A street may have several codes. That of another town is wrong.
    if (code) address.postcode = code.replace(/^(\d{3})(\d{2})$/, '$1 $2')
    else if (findField(form, 'city')?.value !== address.city) address.postcode = ''
    return address
  }

  function refocus(form) {
    const field = findField(form, 'address_1')
    if (!field || document.activeElement !== document.body) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }

  /** Returns a function that gives the position, if the owner wants it and the browser already gives it to the shop. */
  function createNear() {
    let near
    const round = (degrees) => Math.round(degrees * 100) / 100
    const keep = ({ coords }) => (near = { latitude: round(coords.latitude), longitude: round(coords.longitude) })
    const read = ({ state }) => state === 'granted' && navigator.geolocation.getCurrentPosition(keep, () => {})
    if (config.position) navigator.permissions?.query({ name: 'geolocation' }).then(read, () => {})
    return () => near
  }

  /** Widgets of our own, which stay attached when WooCommerce replaces an input or puts it back. */
  function watchAddresses(options) {
    for (const form of FORMS)
      for (const separator of '_-')
        Regista.watch(`#${form}${separator}address_1`, {
          ...options,
          country: () => readCountry(form),
          value: 'street-line',
          fields: { town: select(form, 'city'), postcode: select(form, 'postcode') },
          near: config.position ? 'browser' : undefined,
          // A placeholder would stand on the label of the checkout block.
          hint: config.hint && separator === '_',
        })
  }

  function watchCompanies(options) {
    for (const [form, number, name] of COMPANIES) {
      const more = { ...options, kind: 'company', country: () => readCountry(findForm(form)), hint: false }
      const of = (field) => select(findForm(form), field)
      // Looked up at each pick, because the block has its form for billing only while it differs from that for shipping.
      const seat = () => ({
        get 'street-line'() {
          return of('address_1')
        },
        get town() {
          return of('city')
        },
        get postcode() {
          return of('postcode')
        },
      })
      const fill = (fields) => (config.companyAddress ? Object.assign(seat(), fields) : fields)
      Regista.watch(number, { ...more, value: 'ico', fields: fill({ name }) })
      Regista.watch(name, { ...more, value: 'name', fields: fill({ ico: number }) })
    }
  }

  function start(polls) {
    const api = window.wc?.addressAutocomplete
    const hasApi = api?.registerAddressAutocompleteProvider && (!config.block || window.wc.wcBlocksData?.checkoutStore)
    const isReady = window.Regista && (!config.provider || hasApi)
    if (!isReady && 0 < polls) return void setTimeout(start, POLL_MS, polls - 1)
    if (!window.Regista) return
    const { server: baseUrl, clientId, scopes } = config
    const regista = Regista.createRegista({ baseUrl, clientId, scopes })
    const options = { regista, pause: config.pause || undefined }
    if (config.company) watchCompanies(options)
    if (!config.addresses) return
    const preferred = hasApi && api.serverProviders?.[0]?.id
    if (!preferred) return watchAddresses(options)
    // WooCommerce takes the first one that can search in the country.
    if (!api.registerAddressAutocompleteProvider(createProvider(regista)))
      // The list of a provider that the owner has chosen, and ours, would stand over one field.
      return void (preferred === 'regista' && watchAddresses(options))
    // The classic form looks for its provider when the page is ready, and at a change of the country.
    if (document.readyState !== 'loading')
      for (const form of FORMS) document.querySelector(`#${form}_country`)?.dispatchEvent(new Event('change'))
  }
  start(POLLS_MAX)
})()
