/** `/realtime` of the page's own origin. */
export function channelAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/realtime`;
}
