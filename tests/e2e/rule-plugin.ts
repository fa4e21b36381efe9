import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSigningKey, packFolder, signArchive } from '../../runtime/package/index.ts';

const key = makeSigningKey();
/** For PLUGIN_TRUSTED_KEYS of the product that installs it. */
export const RULE_PLUGIN_KEY = key.publicKey;
export const RULE_PLUGIN = 'guests';

const WORDS = {
  'zh-CN': {
    'guests.title': '访客规则',
    'rule.guests.hours': '时段',
    'rule.guests.hours.from': '从几点',
    'rule.guests.hours.to': '到几点',
    'rule.guests.hours.to.help': '这一小时也算在内。',
    'rule.guests.places': '国家与网络',
    'rule.guests.places.countries': '国家',
    'rule.guests.places.networks': '网络',
    'rule.guests.phones': '应用与星期',
    'rule.guests.phones.apps': '应用',
    'rule.guests.phones.days': '星期',
  },
  'en-US': {
    'guests.title': 'Rules for guests',
    'rule.guests.hours': 'Hours of the day',
    'rule.guests.hours.from': 'From hour',
    'rule.guests.hours.to': 'To hour',
    'rule.guests.hours.to.help': 'That hour is included.',
    'rule.guests.places': 'Countries and networks',
    'rule.guests.places.countries': 'Countries',
    'rule.guests.places.networks': 'Networks',
    'rule.guests.phones': 'Apps and days of the week',
    'rule.guests.phones.apps': 'Apps',
    'rule.guests.phones.days': 'Days',
  },
  'sw-KE': {
    'guests.title': 'Kanuni za wageni',
    'rule.guests.hours': 'Saa za siku',
    'rule.guests.hours.from': 'Kuanzia saa',
    'rule.guests.hours.to': 'Hadi saa',
    'rule.guests.hours.to.help': 'Saa hiyo imo.',
    'rule.guests.places': 'Nchi na mitandao',
    'rule.guests.places.countries': 'Nchi',
    'rule.guests.places.networks': 'Mitandao',
    'rule.guests.phones': 'Programu na siku za wiki',
    'rule.guests.phones.apps': 'Programu',
    'rule.guests.phones.days': 'Siku',
  },
} as const;

const SERVER = `
import { definePlugin } from '@waypost/sdk';

export const plugin = definePlugin({
  id: 'guests',
  setup(context) {
    context.visitRules.kind({
      name: 'guests.hours',
      parameters: { from: 'number', to: 'number' },
      condition: { fact: 'hour', from: { parameter: 'from' }, to: { parameter: 'to' } },
    });
    context.visitRules.kind({
      name: 'guests.places',
      parameters: { countries: 'texts', networks: 'ranges' },
      condition: {
        any: [
          { fact: 'country', in: { parameter: 'countries' } },
          { fact: 'address', within: { parameter: 'networks' } },
        ],
      },
    });
    context.visitRules.kind({
      name: 'guests.phones',
      parameters: { apps: 'texts', days: 'numbers' },
      condition: {
        all: [
          { fact: 'app', in: { parameter: 'apps' } },
          { fact: 'weekday', in: { parameter: 'days' } },
        ],
      },
    });
  },
});
`;

/** A signed plugin that offers three kinds of visit rules, with parameters of every look. */
export async function packRulePlugin(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-rules-'));
  try {
    writeFileSync(
      join(folder, 'plugin.json'),
      JSON.stringify({
        id: RULE_PLUGIN,
        version: '1.0.0',
        engine: '^0.1.0',
        title: 'guests.title',
        areas: ['guests'],
        server: 'server.js',
      }),
    );
    mkdirSync(join(folder, 'locales'));
    for (const [locale, words] of Object.entries(WORDS))
      writeFileSync(join(folder, 'locales', `${locale}.json`), JSON.stringify(words));
    writeFileSync(join(folder, 'server.js'), SERVER);
    return await signArchive(await packFolder(folder), key.privateKeyPem);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
