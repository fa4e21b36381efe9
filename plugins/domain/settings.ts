import { defineSettings, field, type SettingsOf } from '@waypost/contract';
import { z } from 'zod';
import { PUBLIC_RESOLVERS } from './hijack/read-resolvers.ts';

/** What administrators set for domains. Who is asked for names is the operator's DNS_RESOLVERS, but where it says otherwise. */
export const domainSettings = defineSettings({
  fields: {
    /** Days after which a name that nobody proved is released. */
    unproved_days: field(z.int().min(1).max(365), { default: 14 }),
    /** Days that a proof may be gone before the name is released. */
    lost_days: field(z.int().min(1).max(60), { default: 3 }),
    /** Own names that one account has at a time, proved and not. */
    names_per_account: field(z.int().min(0).max(10_000), { default: 100 }),
    /** Names of the platform that a customer may have, where the account says nothing else. */
    platform_names: field(z.int().min(0).max(10_000), { default: 1 }),
    /** Minutes between two looks at a name; one that is doubted is looked at again after one. */
    watch_minutes: field(z.int().min(1).max(1_440), { default: 5 }),
    /** Whether https and its certificate are watched. */
    watch_https: field(z.enum(['as_public', 'always', 'never']), { default: 'as_public' }),
    /** Addresses where visits arrive besides those of the public address, such as of a proxy; parted by commas. */
    watch_addresses: field(z.string().max(2_000), { default: '' }),
    /** Days for which the history of looks is kept. */
    watch_history_days: field(z.int().min(1).max(730), { default: 90 }),
    /** Where registries are asked, in the place of whom IANA's list names; empty: of those. */
    rdap_base: field(z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]), {
      default: '',
      leadsOut: true,
    }),
    /** Whether spares take over by themselves after a technical failure, or are offered to a person only. */
    reserve_by_itself: field(z.enum(['on', 'off']), { default: 'on' }),
    /** For whose codes the platform's spares take over by themselves: those on its own names, or those on customers' own, too. */
    reserve_for: field(z.enum(['platform', 'all']), { default: 'platform' }),
    /** Hours for which a domain that codes went back to is not left by itself again. */
    reserve_rest_hours: field(z.int().min(0).max(720), { default: 24 }),
    /** Hours between two checks of a name for a hijack; 0: only when somebody asks. */
    hijack_hours: field(z.int().min(0).max(720), { default: 24 }),
    /** Who is asked by them in the place of the operator's resolvers: public addresses, parted by commas. */
    hijack_resolvers: field(z.string().max(500).regex(PUBLIC_RESOLVERS), { default: '' }),
    /** Days for which the checks are kept. */
    hijack_history_days: field(z.int().min(1).max(730), { default: 30 }),
  },
});

/** Reads what is set now. */
export type ReadSettings = () => Promise<SettingsOf<typeof domainSettings>>;
