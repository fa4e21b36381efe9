import { normalizeTarget } from '@waypost/contract';

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

/** What is wrong with a request that an operator wrote. */
export type RequestTemplateFault = 'endpoint' | 'endpoint_host' | 'endpoint_url' | 'braces' | 'headers';

/** A request to a service of an operator's choice, as the operator writes it. */
export interface WrittenRequest {
  method: string;
  endpoint: string;
  /** A field a line. */
  headers: string;
  body: string;
}

/** How requests of one kind are filled in. */
export interface RequestTemplate<Name extends string> {
  /** An address with the values in it. */
  fillAddress(template: string, values: Readonly<Record<Name, string>>): string;
  /** A body: JSON where it begins like JSON, else fields of a form. */
  fillBody(template: string, values: Readonly<Record<Name, string>>): { body: string; type: string };
  /** Header fields. */
  fillHeaders(template: string, values: Readonly<Record<Name, string>>): [string, string][];
  /** What is wrong with what was written, by its field. */
  faults(written: WrittenRequest): { path: keyof WrittenRequest; fault: RequestTemplateFault }[];
}

/**
 * Requests with values in braces, such as `{url}`. Each value is written as its place needs it: none ends a header, leaves its
 * string of JSON or changes the host that is asked.
 * @param options.samples two sets of values that have nothing in common: the host that is asked must be the same with both
 * @param options.asked of these at least one has to be sent
 */
export function requestTemplate<Name extends string>(options: {
  samples: readonly [Readonly<Record<Name, string>>, Readonly<Record<Name, string>>];
  asked: readonly Name[];
}): RequestTemplate<Name> {
  const { samples, asked } = options;
  const isName = (name: string | undefined): name is Name => Object.hasOwn(samples[0], name ?? '');
  const fill = (template: string, values: Readonly<Record<Name, string>>, encode: (text: string) => string) =>
    template.replaceAll(PLACEHOLDER, (whole, name: string) => (isName(name) ? encode(values[name]) : whole));
  const fillAddress: RequestTemplate<Name>['fillAddress'] = (template, values) =>
    fill(template, values, encodeURIComponent);
  return {
    fillAddress,
    fillBody(template, values) {
      const isJson = /^\s*[[{"]/.test(template);
      return {
        body: fill(
          template,
          values,
          isJson ? (text) => JSON.stringify(text).slice(1, -1) : encodeURIComponent,
        ),
        type: isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      };
    },
    fillHeaders: (template, values) =>
      headerLines(template).map(([name, value]) => [name, headerText(fill(value, values, (text) => text))]),
    faults({ method, endpoint, headers, body }) {
      const faults: { path: keyof WrittenRequest; fault: RequestTemplateFault }[] = [];
      for (const [path, text] of Object.entries({ endpoint, headers, body }))
        for (const [, name] of text.matchAll(PLACEHOLDER))
          if (!isName(name)) faults.push({ path: path as keyof WrittenRequest, fault: 'braces' });
      const [one, other] = samples.map((values) => normalizeTarget(fillAddress(endpoint, values)));
      if (one === undefined || other === undefined) faults.push({ path: 'endpoint', fault: 'endpoint' });
      else if (new URL(one).origin !== new URL(other).origin)
        faults.push({ path: 'endpoint', fault: 'endpoint_host' });
      const said = `${endpoint}${headers}${method === 'POST' ? body : ''}`;
      if (!asked.some((name) => said.includes(`{${name}}`)))
        faults.push({ path: 'endpoint', fault: 'endpoint_url' });
      if (!headerLines(headers).every(isHeader)) faults.push({ path: 'headers', fault: 'headers' });
      return faults;
    },
  };
}

const isHeader = ([name, value]: readonly [string, string]): boolean =>
  HEADER_NAME.test(name) && !OWN_HEADERS.has(name.toLowerCase()) && !CONTROL.test(value);

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
