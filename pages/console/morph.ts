import { isSameChart } from './chart.ts'

/**
 * Makes the children of an element equal to other nodes, and changes only what differs. An element that stays keeps the
 * focus, its place when it was scrolled, what was typed into it, and whether it was opened.
 */
export function morphChildren(parent: Element, wanted: readonly Node[]): void {
  const present = [...parent.childNodes]
  wanted.forEach((node, i) => {
    if (present[i] === undefined) parent.append(node)
    else morph(present[i], node)
  })
  for (const extra of present.slice(wanted.length)) extra.remove()
}

function morph(present: ChildNode, wanted: Node): void {
  if (present instanceof Text && wanted instanceof Text) {
    if (present.data !== wanted.data) present.data = wanted.data
  } else if (!(present instanceof Element && wanted instanceof Element) || present.tagName !== wanted.tagName)
    present.replaceWith(wanted)
  else if (wanted.classList.contains('chart')) {
    if (!isSameChart(present, wanted)) present.replaceWith(wanted)
  } else {
    morphAttributes(present, wanted)
    morphChildren(present, [...wanted.childNodes])
  }
}

function morphAttributes(present: Element, wanted: Element): void {
  // The operator opens details.
  for (const { name } of [...present.attributes])
    if (name !== 'open' && !wanted.hasAttribute(name)) present.removeAttribute(name)
  for (const { name, value } of wanted.attributes)
    if (present.getAttribute(name) !== value) present.setAttribute(name, value)
}
