/** 1204000 → `1 204 000` */
export function formatNumber(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ' ')
}

/** `1 account`, `1 204 accounts` */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}
