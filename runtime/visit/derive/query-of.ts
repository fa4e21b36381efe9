/** What a request asks with. Its address holds whatever its Host header said: most often it is an address, but it need not be one. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}
