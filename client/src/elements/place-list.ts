const GAP = 4
const MARGIN = 8
const WIDTH_MIN = 320
const HEIGHT_MAX = 420
/** With less room below, the list opens on the side that has more. */
const HEIGHT_WANTED = 260

/** Puts the list below the input, or above it, inside what the keyboard of a phone leaves visible. */
export function placeList({ style }: HTMLElement, input: Element): void {
  const { left, top, bottom, width } = input.getBoundingClientRect()
  const { offsetTop, height } = visualViewport!
  const widest = document.documentElement.clientWidth - 2 * MARGIN
  const below = offsetTop + height - bottom
  const above = top - offsetTop
  const isAbove = below < HEIGHT_WANTED && below < above
  const listWidth = Math.min(Math.max(width, WIDTH_MIN), widest)
  Object.assign(style, {
    width: `${listWidth}px`,
    left: `${Math.min(left, MARGIN + widest - listWidth)}px`,
    maxHeight: `${Math.min((isAbove ? above : below) - GAP - MARGIN, HEIGHT_MAX)}px`,
    top: isAbove ? '' : `${bottom + GAP}px`,
    bottom: isAbove ? `${innerHeight - top + GAP}px` : '',
  })
}
