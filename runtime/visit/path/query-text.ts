/**
 * Queries as they are written. URLSearchParams writes them anew: `flag` becomes `flag=`, `a%20b` becomes `a+b`, and what is in no
 * UTF-8 is lost, which another server would read as something else.
 */

/** The parameters that a request asks with, in their order. Its address holds whatever its Host header said. */
export function parametersIn(address: string): string[] {
  const start = address.indexOf('?');
  return start < 0 || start === address.length - 1 ? [] : address.slice(start + 1).split('&');
}

/** What a parameter is called. */
export function parameterName(parameter: string): string {
  const end = parameter.indexOf('=');
  return decoded(end < 0 ? parameter : parameter.slice(0, end));
}

/** What it says; empty where it says nothing. */
export function parameterValue(parameter: string): string {
  const end = parameter.indexOf('=');
  return end < 0 ? '' : decoded(parameter.slice(end + 1));
}

/** An address in which one parameter says `value` and is the last one. `name` and `value` need no percent signs. */
export function withParameter(address: string, name: string, value: string): string {
  const hash = address.indexOf('#');
  const end = hash < 0 ? address.length : hash;
  const query = address.indexOf('?');
  const start = query < 0 || query > end ? end : query;
  const others = parametersIn(address.slice(start, end)).filter((one) => parameterName(one) !== name);
  return `${address.slice(0, start)}?${[...others, `${name}=${value}`].join('&')}${address.slice(end)}`;
}

function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  return new URLSearchParams(`=${text}`).get('') ?? '';
}
