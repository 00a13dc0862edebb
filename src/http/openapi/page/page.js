// The script of /docs. It sends only what a visitor submits, only to this server, and stores nothing.
;(() => {
  const forms = [...document.querySelectorAll('form.try')]
  const sessionForm = forms.find((form) => form.dataset.kind === 'session')
  const clientId = sessionForm?.elements.namedItem('client_id')
  let session
  /** The number that this page has put into the form of readCompany. */
  let offered = ''

  /** What the form asks for. */
  function readRequest(form) {
    const { method, path, kind } = form.dataset
    const filled = [...form.querySelectorAll('[data-in]')].filter(({ value }) => value !== '')
    const encode = (text) => encodeURIComponent(text).replaceAll("'", '%27')
    let target = path
    for (const { name, value, dataset } of filled)
      if (dataset.in === 'path') target = target.replace(`{${name}}`, encode(value))
    const pairs = filled
      .filter(({ dataset }) => dataset.in === 'query')
      .map(({ name, value }) => `${name}=${encode(value)}`)
    const url = pairs.length === 0 ? target : `${target}?${pairs.join('&')}`
    return { method, kind, url, ...(kind === 'session' && { body: JSON.stringify(readBody(form, filled)) }) }
  }

  function readBody(form, filled) {
    const body = {}
    for (const { name, value, dataset } of filled) if (dataset.in === 'body') body[name] = value
    for (const list of form.querySelectorAll('.words')) {
      const words = [...list.querySelectorAll(':checked')].map(({ value }) => value)
      if (words.length !== 0) body[list.dataset.name] = words
    }
    return body
  }

  async function ask({ method, url, body }, token) {
    const headers = {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const response = await fetch(url, { method, headers, ...(body && { body }) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }

  async function createSession() {
    const reply = await ask(readRequest(sessionForm))
    session = reply.status === 200 ? JSON.parse(reply.text).data : undefined
    showSession()
    return reply
  }

  /** One session for the page. After a 401 the request is repeated once with a new one. */
  async function sendWithSession(request) {
    if (session === undefined || Date.parse(session.expires_at) <= Date.now()) {
      const created = await createSession()
      if (session === undefined) return created
    }
    const reply = await ask(request, session.token)
    if (reply.status !== 401) return reply
    const created = await createSession()
    return session === undefined ? created : await ask(request, session.token)
  }

  async function submit(form) {
    const wrong = [...form.elements].find((element) => element.willValidate && !element.checkValidity())
    if (wrong !== undefined) {
      show(form, 'bad', `${wrong.name}: ${wrong.validationMessage}`)
      return wrong.focus()
    }
    if (form !== sessionForm && session === undefined && !clientId.checkValidity()) {
      show(form, 'bad', 'Enter the client id of your project in the first form. It is public and begins with rgp_.')
      return clientId.focus()
    }
    show(form, '', 'Sending …')
    try {
      const started = performance.now()
      const request = readRequest(form)
      const reply = form === sessionForm ? await createSession() : await sendWithSession(request)
      showReply(form, reply, performance.now() - started)
    } catch (error) {
      show(form, 'bad', `The server did not answer: ${error.message}`)
    }
  }

  function show(form, state, text) {
    const line = form.querySelector('.answer')
    line.className = `answer ${state}`
    line.textContent = text
  }

  function showReply(form, { status, headers, text }, ms) {
    const units = headers.get('x-credits-charged-units')
    const facts = [
      `${status} in ${Math.round(ms)} ms`,
      ...(units === null ? [] : [`${units} ${units === '1' ? 'unit' : 'units'} charged`]),
    ]
    const wait = headers.get('retry-after')
    if (wait !== null) facts.push(`retry after ${wait} s`)
    show(form, status === 200 ? 'good' : 'bad', facts.join(', '))
    form.querySelector('.caption').textContent = 'The answer'
    const reply = form.querySelector('.reply')
    reply.replaceChildren(...format(text))
    reply.scrollTop = 0
    if (status === 200) offerCompany(form, text)
  }

  /** Like `render-json.ts`, for an answer that has just arrived. */
  function format(text) {
    let json
    try {
      json = JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      return [text]
    }
    const parts = []
    let from = 0
    for (const { 0: token, 1: quoted, 2: colon, index } of json.matchAll(TOKEN)) {
      const span = document.createElement('span')
      span.className = colon ? 'key' : quoted ? 'text' : 'number'
      span.textContent = colon ? quoted : token
      parts.push(json.slice(from, index), span, colon ?? '')
      from = index + token.length
    }
    return [...parts, json.slice(from)]
  }

  const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g

  /** The company that was found first can be read next. A number that the visitor has typed stays. */
  function offerCompany({ dataset }, text) {
    const detail = forms.find((form) => form.dataset.path === '/v1/companies/{country}/{ico}')
    if (detail === undefined || dataset.path !== '/v1/autocomplete/companies') return
    const { country, ico } = detail.elements
    const found = JSON.parse(text).data.find((company) => company.ico !== null)
    if (found === undefined || ico.value !== offered) return
    country.value = found.country
    ico.value = offered = found.ico
    writeCode(detail)
  }

  /** A session of another client id or with other scopes is not the one that the form shows. */
  function forgetSession() {
    session = undefined
    showSession()
  }

  function showSession() {
    const until = session && new Date(session.expires_at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    const text = session === undefined ? 'no session yet' : `session until ${until}: ${session.scopes.join(', ')}`
    for (const place of document.querySelectorAll('.session')) place.textContent = text
  }

  /** Within the single quotes of a shell, and of PHP, JavaScript and Python. */
  const shell = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

  const WRITERS = {
    curl({ kind, url, body }) {
      if (kind !== 'session') return `curl -H "Authorization: Bearer $REGISTA_KEY" ${shell(url)}`
      return `curl -H ${shell(`Origin: ${location.origin}`)} \\\n  -H 'Content-Type: application/json' -d ${shell(body)} \\\n  ${shell(url)}`
    },
    javascript({ kind, url, body }) {
      const given = {
        session: `{\n  method: 'POST',\n  headers: { 'Content-Type': 'application/json' },\n  body: ${quote(body ?? '')},\n}`,
        send: '{\n  // The session of the page. On your own server: process.env.REGISTA_KEY\n  headers: { Authorization: "Bearer " + session.token },\n}',
        key: '{\n  // Only on your own server.\n  headers: { Authorization: "Bearer " + process.env.REGISTA_KEY },\n}',
      }[kind]
      return `const response = await fetch(${quote(url)}, ${given})\nconst answer = await response.json()\nif (!response.ok) throw new Error(answer.error.message)\n${kind === 'session' ? 'const session = answer.data' : 'console.log(answer.data)'}`
    },
    php({ kind, url, body }) {
      const header =
        kind === 'session'
          ? `"Origin: ${location.origin}\\r\\nContent-Type: application/json"`
          : "'Authorization: Bearer ' . getenv('REGISTA_KEY')"
      const post = kind === 'session' ? `\n  'method' => 'POST',\n  'content' => ${quote(body)},` : ''
      return `$context = stream_context_create(['http' => [${post}\n  'header' => ${header},\n  'ignore_errors' => true,\n]]);\n$answer = json_decode(file_get_contents(${quote(url)}, false, $context), true);\nprint_r($answer['data'] ?? $answer['error']);`
    },
    python({ kind, url, body }) {
      const headers =
        kind === 'session'
          ? `{'Origin': ${quote(location.origin)}, 'Content-Type': 'application/json'}`
          : "{'Authorization': 'Bearer ' + os.environ['REGISTA_KEY']}"
      const data = kind === 'session' ? `,\n    data=${quote(body)}.encode()` : ''
      return `import json, os, urllib.request\n\nrequest = urllib.request.Request(\n    ${quote(url)},\n    headers=${headers}${data},\n)\nwith urllib.request.urlopen(request) as response:\n    print(json.load(response)['data'])`
    },
  }

  function writeCode(form) {
    const request = readRequest(form)
    const language = form.querySelector('.languages :checked').value
    form.querySelector('.code').textContent = WRITERS[language]({ ...request, url: location.origin + request.url })
  }

  /** A chosen language is that of the whole page. */
  function chooseLanguage(value) {
    for (const form of forms) {
      form.querySelector(`.languages [value="${value}"]`).checked = true
      writeCode(form)
    }
  }

  /** Opens what a link leads to, however deep it is folded. */
  function openTarget() {
    const target = document.getElementById(location.hash.slice(1))
    let folded = target?.closest('details:not([open])')
    if (!folded) return
    for (; folded; folded = folded.parentElement.closest('details:not([open])')) folded.open = true
    target.scrollIntoView()
  }

  /** Marks the entry of the contents whose section is being read. */
  function followScrolling() {
    const isAtEnd = 0 < scrollY && document.documentElement.scrollHeight - 2 <= scrollY + innerHeight
    const reached = entries.findLast(({ heading }) => heading.getBoundingClientRect().top <= LINE) ?? entries[0]
    const current = isAtEnd ? entries.at(-1) : reached
    for (const { entry } of entries) {
      if (entry === current.entry) entry.setAttribute('aria-current', 'location')
      else entry.removeAttribute('aria-current')
    }
  }

  /** Just below where a link puts its target: folded sections lie close to each other. */
  const LINE = 48

  const entries = [...document.querySelectorAll('nav li a')]
    .map((entry) => ({ entry, heading: document.getElementById(entry.hash.slice(1)) }))
    .filter(({ heading }) => heading !== null)

  for (const copy of document.querySelectorAll('.copy')) {
    // A browser offers the clipboard only to https and to this machine.
    copy.hidden = navigator.clipboard === undefined
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(copy.closest('.samples').querySelector('.code').textContent)
      copy.textContent = 'Copied'
    })
  }

  /** Leaves the contents whose part of the page has the text, and leads to the first of them. */
  const search = document.querySelector('nav input')
  search.addEventListener('input', () => {
    const wanted = search.value.trim().toLowerCase()
    for (const { entry, heading } of entries) {
      const part = heading.closest('details, form') ?? heading.closest('section')
      entry.parentElement.hidden = !part.textContent.toLowerCase().includes(wanted)
    }
  })
  search.addEventListener('keydown', ({ key }) => {
    const found = key === 'Enter' && document.querySelector('nav li:not([hidden]) a')
    if (found) found.click()
  })

  for (const form of forms) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      submit(form)
    })
    form.addEventListener('input', ({ target }) => {
      if (target.type === 'radio') return chooseLanguage(target.value)
      if (form === sessionForm) forgetSession()
      writeCode(form)
    })
    form.addEventListener('reset', () => setTimeout(() => writeCode(form)))
  }
  // The demo prints a link with its client id, which is public.
  const [, given] = /^#client_id=(rgp_[a-f0-9]{32})$/.exec(location.hash) ?? []
  if (given !== undefined && clientId) clientId.value = given
  if (matchMedia('(max-width: 64rem)').matches) document.querySelector('nav details').open = false
  for (const place of document.querySelectorAll('.origin')) place.textContent = location.origin
  addEventListener('hashchange', openTarget)
  addEventListener('scroll', followScrolling, { passive: true })
  addEventListener('resize', followScrolling)
  openTarget()
  followScrolling()
  showSession()
  for (const form of forms) writeCode(form)
})()
