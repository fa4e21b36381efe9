const HOST = /^[a-z0-9.-]{1,255}$/;

/**
 * Host name of a Referer header, lower case; empty when there is none or it is no web address. Only the host is kept:
 * the rest of a referring address can hold what is nobody's business.
 */
export function referrerHost(header: string | null): string {
  if (header === null) return '';
  const start = header.indexOf('://') + 3;
  if (start < 7 || start > 8 || !/^https?:/i.test(header)) return '';
  let end = start;
  while (end < header.length && end < start + 600) {
    const character = header.charCodeAt(end);
    if (character === 47 || character === 63 || character === 35) break;
    end++;
  }
  let host = header.slice(start, end).toLowerCase();
  host = host.slice(host.lastIndexOf('@') + 1);
  const colon = host.indexOf(':');
  if (colon >= 0) host = host.slice(0, colon);
  return HOST.test(host) ? host : '';
}
