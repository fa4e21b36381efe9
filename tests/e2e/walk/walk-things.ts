import type { Api } from '../../api.ts';

/** Areas whose rows everybody has some of, whoever may make them. */
export const OWN_THINGS = [
  'api_key',
  'async_operations',
  'group',
  'internal_code_grouping',
  'print_batch',
  'shield_configuration',
];

/** Two visitors, of two countries. */
export async function visitFromAfar(address: string): Promise<void> {
  for (const visitor of ['41.90.64.10', '36.152.44.1'])
    await fetch(address, { redirect: 'manual', headers: { 'x-forwarded-for': visitor } });
}

/** Somebody reports a code. */
export async function report(root: Api, address: string): Promise<void> {
  await root.call('abuse_report/add', { address, reason: 'phishing', text: 'Walked into it' });
}
