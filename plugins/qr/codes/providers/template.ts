import { normalizeTarget } from '@waypost/contract';

/** What stands in braces in what an operator writes: `{url}`, `{code}`, `{secret}`. */
export interface TemplateValues {
  /** The long address. */
  url: string;
  /** A short code that is free here; for those that let one choose. */
  code: string;
  secret: string;
}

export const PLACEHOLDERS = ['url', 'code', 'secret'] as const;
const PLACEHOLDER = /\{(\w+)\}/g;
/** Names that requests are framed by, or that say who asks. */
const OWN_HEADERS = new Set([
  ...['connection', 'content-length', 'cookie', 'expect', 'host', 'keep-alive', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'accept-encoding'],
]);
const NO_HEADER_TEXT = /[^\x20-\x7e]+/g;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what would end a header or begin another one
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** Puts values in place of what stands in braces, each as the place needs it. */
export function fill(template: string, values: TemplateValues, encode: (text: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (whole, name: string) =>
    (PLACEHOLDERS as readonly string[]).includes(name) ? encode(values[name as keyof TemplateValues]) : whole,
  );
}

/** An address with the values in it. */
export const fillAddress = (template: string, values: TemplateValues): string =>
  fill(template, values, encodeURIComponent);

/** A body: JSON where it begins like JSON, else fields of a form. */
export function fillBody(template: string, values: TemplateValues): { body: string; type: string } {
  const isJson = /^\s*[[{"]/.test(template);
  return {
    body: fill(template, values, isJson ? (text) => JSON.stringify(text).slice(1, -1) : encodeURIComponent),
    type: isJson ? 'application/json' : 'application/x-www-form-urlencoded',
  };
}

/** Header fields, a line each. */
export function fillHeaders(template: string, values: TemplateValues): [string, string][] {
  return headerLines(template).map(([name, value]) => [
    name,
    headerText(fill(value, values, (text) => text)),
  ]);
}

/** What a header cannot carry stands in it as in an address. */
const headerText = (text: string): string =>
  text.toWellFormed().replaceAll(NO_HEADER_TEXT, encodeURIComponent);

function headerLines(template: string): [string, string][] {
  return template
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(':');
      return at < 1 ? ['', line] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
}

export type TemplateFault = 'endpoint' | 'endpoint_host' | 'endpoint_url' | 'braces' | 'headers' | 'body';

/** What is wrong with what an operator wrote, by its field. */
export function templateFaults(provider: {
  kind: string;
  method: string;
  endpoint: string;
  headers: string;
  body: string;
}): { path: string; fault: TemplateFault }[] {
  if (provider.kind === 'self') return [];
  const faults: { path: string; fault: TemplateFault }[] = [];
  const { endpoint, headers, body } = provider;
  for (const [path, text] of Object.entries({ endpoint, headers, body }))
    for (const [, name] of text.matchAll(PLACEHOLDER))
      if (!(PLACEHOLDERS as readonly string[]).includes(name ?? '')) faults.push({ path, fault: 'braces' });
  const [one, other] = ['https://a.example/', 'https://b.example/'].map((url, at) =>
    normalizeTarget(fillAddress(endpoint, { url, code: `c${at}`, secret: `s${at}` })),
  );
  if (one === undefined || other === undefined) faults.push({ path: 'endpoint', fault: 'endpoint' });
  else if (new URL(one).origin !== new URL(other).origin)
    faults.push({ path: 'endpoint', fault: 'endpoint_host' });
  const said = `${endpoint}${headers}${provider.method === 'POST' ? body : ''}`;
  if (!said.includes('{url}')) faults.push({ path: 'endpoint', fault: 'endpoint_url' });
  const areHeaders = headerLines(headers).every(
    ([name, value]) => HEADER_NAME.test(name) && !OWN_HEADERS.has(name.toLowerCase()) && !CONTROL.test(value),
  );
  if (!areHeaders) faults.push({ path: 'headers', fault: 'headers' });
  return faults;
}
