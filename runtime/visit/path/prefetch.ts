/** Whether a browser asks ahead of its person, who may never come: such a visit does not count. */
export function isPrefetch(headers: Headers): boolean {
  // Firefox before 114 sends X-Moz.
  const purpose =
    headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-purpose') ?? headers.get('x-moz');
  return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
}
