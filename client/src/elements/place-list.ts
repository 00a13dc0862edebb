const GAP = 4
const MARGIN = 8
const WIDTH_MIN = 320
const HEIGHT_MAX = 420
/** With less room below, the list opens on the side that has more. */
const HEIGHT_WANTED = 260

/** Puts the list below the input, or above it, inside what the keyboard of a phone leaves visible. */
export function placeList(list: HTMLElement, input: Element): void {
  const { left, top, bottom, width } = input.getBoundingClientRect()
  const view = window.visualViewport
  const viewTop = view?.offsetTop ?? 0
  const viewBottom = viewTop + (view?.height ?? window.innerHeight)
  const pageWidth = document.documentElement.clientWidth
  const below = viewBottom - bottom - GAP - MARGIN
  const above = top - viewTop - GAP - MARGIN
  const isAbove = below < HEIGHT_WANTED && below < above
  const listWidth = Math.min(Math.max(width, WIDTH_MIN), pageWidth - 2 * MARGIN)
  const { style } = list
  style.width = `${listWidth}px`
  style.left = `${Math.max(MARGIN, Math.min(left, pageWidth - MARGIN - listWidth))}px`
  style.maxHeight = `${Math.min(isAbove ? above : below, HEIGHT_MAX)}px`
  style.top = isAbove ? 'auto' : `${bottom + GAP}px`
  style.bottom = isAbove ? `${window.innerHeight - top + GAP}px` : 'auto'
}
