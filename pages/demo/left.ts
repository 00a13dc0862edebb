interface UsageOfMonth {
  readonly left_units: number
  readonly allowance_units: number
}

const COUNT = new Intl.NumberFormat('en-US')

/** Reading the usage is limited, and who types fast is faster. */
const AGAIN_MS = 1000

/**
 * Shows what is left of the account's month. Only a server key may ask the API for it, so the page asks the shop's own
 * server. The returned function asks again; calls while an answer is awaited become one.
 */
export function openLeft(): () => void {
  let isAsking = false
  let isStale = false
  const ask = async (): Promise<void> => {
    isStale = true
    if (isAsking) return
    isAsking = true
    while (isStale) {
      isStale = false
      const response = await fetch('/usage.json').catch(() => undefined)
      if (response?.ok) show((await response.json()) as UsageOfMonth)
      else {
        isStale = true
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    }
    isAsking = false
  }
  void ask()
  return () => void ask()
}

/** `99 999`, with narrow spaces that do not break. */
function show({ left_units, allowance_units }: UsageOfMonth): void {
  const left = document.querySelector<HTMLElement>('#left')!
  left.textContent = COUNT.format(left_units).replaceAll(',', '\u202f')
  left.title = `${left_units} / ${allowance_units}`
}
