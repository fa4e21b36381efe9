import { DOMAIN_NAMES } from '@waypost/sdk';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { linkOf, type StoredCode } from '../codes/link.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { type GivenName, givenNames } from './domain-names.ts';
import { startCodes } from './start-codes.ts';

export interface HostedRow {
  id: string;
  version: number;
  domain: string;
  short_domain: string;
  entry_domain: string;
  landing_domain: string;
  printed_domains: string[];
  short_code: string;
  short_url: string;
}

/** The plugin with people who may use some hosts: `names`, which a test changes while it runs. */
export interface OnHosts {
  t: TestPlugin;
  names: GivenName[];
  operator: Person;
  anna: Person;
  ben: Person;
  call<T = HostedRow>(as: Person, name: string, body?: object): Promise<T>;
  /** Makes a code of Anna's, or of `as`; answers its id. */
  add(body?: object, as?: Person): Promise<string>;
  details(id: string, as?: Person): Promise<HostedRow>;
  move(ids: string[], body: object, as?: Person): Promise<object>;
  /** Where its link is published. */
  placesOf(id: string): Promise<{ host: string; chain: string[]; printed: string[] }>;
  refused(as: Person, name: string, body: object): Promise<CallRefused>;
  /** A short code that nobody has. */
  shortCode(): string;
}

export const HOSTED_TARGETS = [{ url: 'https://example.com/' }];

/** Starts the plugin beside one that says whose which hosts are. */
export async function startOnHosts(): Promise<OnHosts> {
  const names: GivenName[] = [];
  const t = await startCodes({
    services: { [DOMAIN_NAMES]: { version: '1.0.0', service: givenNames(names) } },
  });
  const operator = await t.person('operator', { role: 'administrator' });
  const anna = await t.person('anna');
  const ben = await t.person('ben');
  for (const host of ['s1.example', 's2.example', 's3.example'])
    names.push({ host, type: 3, owners: [anna.id] });
  names.push({ host: 'own.example', type: 3, owners: [anna.id] });
  names.push({ host: 'e.example', type: 1, owners: [anna.id] });
  names.push({ host: 'l.example', type: 2, owners: [anna.id] });
  names.push({ host: 'bens.example', type: 3, owners: [ben.id] });
  names.push({ host: 'all.example', type: 3, owners: [anna.id, ben.id], is_platform: true });
  const call = <T = HostedRow>(as: Person, name: string, body: object = {}) =>
    t.call<T>(name, body, { as, locale: 'en-US' });
  let count = 0;
  return {
    t,
    names,
    operator,
    anna,
    ben,
    call,
    add: async (body = {}, as = anna) =>
      (await call(as, 'qr_code_list/add', { name: 'C', targets: HOSTED_TARGETS, ...body })).id,
    details: (id, as = anna) => call(as, 'qr_code_list/details', { id }),
    move: (ids, body, as = anna) => call<object>(as, 'qr_code_list/change_domain_name', { ids, ...body }),
    placesOf: async (id) => {
      const code = (await t.context.model(codeResource).findById(id).lean()) as unknown as StoredCode;
      const { host, chain = [], printed = [] } = linkOf(code);
      return { host, chain, printed };
    },
    refused: async (as, name, body) => {
      const error = await call(as, name, body).catch((caught: unknown) => caught);
      if (error instanceof CallRefused) return error;
      throw new Error(`${name} was not refused`, { cause: error });
    },
    shortCode: () => {
      count += 1;
      return `code-${count}`;
    },
  };
}
