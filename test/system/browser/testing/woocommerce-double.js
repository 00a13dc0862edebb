/*
 * The address forms of WooCommerce 10.5 as far as a provider meets them; all of it is ours. It has their habits: a
 * search at every keystroke, in the block after it has rendered, answers in the order in which they come, frozen providers, fields that are emptied, and
 * inputs that are removed and put back. `registaTestPage` has the kind of the form and the providers.
 */
;(() => {
  const { kind, serverProviders, renderMs = 0 } = window.registaTestPage
  const isBlock = kind === 'block'
  const separator = isBlock ? '-' : '_'
  const hitsMax = isBlock ? 10 : 5
  const field = (form, name) => document.getElementById(`${form}${separator}${name}`)

  const api = { providers: {}, activeProvider: { billing: null, shipping: null }, serverProviders }
  api.registerAddressAutocompleteProvider = (provider) => {
    if (!serverProviders.some(({ id }) => id === provider.id) || api.providers[provider.id]) return false
    api.providers[provider.id] = Object.freeze(provider)
    if (isBlock) for (const form of ['billing', 'shipping']) setActive(form)
    return true
  }
  window.wc = { addressAutocomplete: api, wcBlocksData: isBlock ? { checkoutStore: {} } : undefined }

  function setActive(form) {
    const country = field(form, 'country')?.value
    const provider = serverProviders.map(({ id }) => api.providers[id]).find((one) => one?.canSearch(country))
    api.activeProvider[form] = provider ?? null
  }

  /** Removes the input and puts it back, so that the browser and password managers look at it anew. */
  function putBack(input, autocomplete, hasFocus) {
    if (input.getAttribute('autocomplete') === autocomplete) return
    input.setAttribute('autocomplete', autocomplete)
    const parent = input.parentElement
    parent.removeChild(input)
    parent.appendChild(input)
    if (hasFocus) input.focus()
  }

  function connect(form) {
    const input = field(form, 'address_1')
    if (!input) return
    const list = document.createElement('ul')
    list.id = `suggestions_${form}`
    input.parentElement.after(list)
    let suppressed = false

    const hide = () => {
      list.replaceChildren()
      input.removeEventListener('blur', leave)
    }
    const leave = () => {
      setTimeout(() => {
        hide()
        putBack(input, 'address-line1', false)
      }, 200)
    }

    const write = (name, value) => {
      const target = field(form, name)
      if (!target) return
      target.value = value ?? ''
      target.dispatchEvent(new Event('change'))
    }

    async function pick(id) {
      hide()
      suppressed = isBlock
      if (isBlock) setTimeout(() => (suppressed = false), 1000)
      const provider = api.activeProvider[form]
      const address = await (isBlock ? provider.select(id, field(form, 'country').value) : provider.select(id))
      if (!address) return
      const others = ['address_2', 'city', 'postcode', 'state']
      if (isBlock) {
        for (const name in address) write(name, address[name])
        return
      }
      write('country', address.country)
      write('address_1', address.address_1)
      setTimeout(() => {
        for (const name of others) write(name, address[name])
        field(form, 'address_1').focus()
      }, 50)
    }

    async function search() {
      const provider = api.activeProvider[form]
      if (input.value.length < 3 || !provider || suppressed) return hide()
      const country = field(form, 'country').value
      const found = await (isBlock
        ? provider.search(input.value, country)
        : provider.search(input.value, country, form))
      const items = found.slice(0, hitsMax).map(({ id, label, matchedSubstrings = [] }) => {
        const item = document.createElement('li')
        item.tabIndex = -1
        item.dataset.marks = matchedSubstrings
          .map(({ offset, length }) => label.slice(offset, offset + length))
          .join('|')
        item.textContent = label
        item.addEventListener('click', () => pick(id))
        return item
      })
      if (!items.length) return hide()
      list.replaceChildren(...items)
      putBack(input, 'none', true)
      input.addEventListener('blur', leave)
    }

    input.addEventListener('input', () => (isBlock ? setTimeout(search, renderMs) : search()))
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !list.firstElementChild) return
      event.preventDefault()
      list.firstElementChild.click()
    })
    setActive(form)
    field(form, 'country')?.addEventListener('change', () => setActive(form))
  }

  document.addEventListener('DOMContentLoaded', () => {
    for (const form of ['billing', 'shipping']) connect(form)
  })
})()
