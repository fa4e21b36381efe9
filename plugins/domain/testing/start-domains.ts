import { join } from 'node:path';
import { defineError } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  CODE_HOSTS,
  type CodeHosts,
  type DnsAnswer,
  SITE_MESSAGES,
  type SiteMessage,
  type SiteMessages,
} from '@waypost/sdk';
import { type TestPlugin, type TestPluginOptions, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../server.ts';
import { EVERYBODY } from './accounts.ts';

const nameUnknown = defineError({ code: 'dns_name_unknown', status: 422, params: ['name'] });

interface DomainsOptions extends Pick<TestPluginOptions, 'settings'> {
  accounts?: Partial<AccountStates>;
  /** Undefined: the plugin of the codes is off. */
  codes?: CodeHosts | undefined;
}

/** The plugin within the test, in an internet that has the TXT records of `txt`, by name. */
export async function startDomains({ accounts, codes, settings }: DomainsOptions = {}): Promise<{
  t: TestPlugin;
  txt: Map<string, string>;
  told: SiteMessage[];
}> {
  const txt = new Map<string, string>();
  const told: SiteMessage[] = [];
  const messages: SiteMessages = {
    // One occasion is told once, as the inboxes do.
    tell: async (message) => {
      if (told.some(({ occasion }) => occasion === message.occasion)) return 0;
      return told.push(message);
    },
  };
  const t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '..'),
    ...(settings === undefined ? {} : { settings }),
    internet: {
      resolve(name): DnsAnswer {
        const value = txt.get(name);
        if (value === undefined) throw nameUnknown.create({ name });
        return { records: [{ value, ttl: 5 }], aliases: [], server: '192.0.2.53:53', isAuthoritative: true };
      },
      fetch: () => new Response('another server'),
    },
    services: {
      [ACCOUNT_STATES]: { version: '1.4.0', service: { ...EVERYBODY, ...accounts } },
      [SITE_MESSAGES]: { version: '1.1.0', service: messages },
      ...(codes === undefined ? {} : { [CODE_HOSTS]: { version: '1.1.0', service: codes } }),
    },
  });
  return { t, txt, told };
}
