import { codeOf, DomainType, defineCall } from '@waypost/contract';
import {
  CODE_HOSTS,
  CODE_HOSTS_VERSIONS,
  type CodeHosts,
  DOMAIN_NAMES,
  type DomainNames,
  definePlugin,
} from '@waypost/sdk';
import { z } from 'zod';

const zName = z.strictObject({
  owner: z.string().max(40),
  host: z.string().max(253),
  type: codeOf(DomainType),
});
const give = defineCall({
  area: 'named_hosts',
  call: 'give',
  body: z.strictObject({ names: z.array(zName).max(200) }),
  result: z.null(),
  access: { public: true },
  summary: 'Says whose which hosts are, in the place of what was said before',
});
const move = defineCall({
  area: 'named_hosts',
  call: 'move',
  body: z.strictObject({ from: z.string().max(253), to: z.string().max(253) }),
  result: z.unknown(),
  access: { public: true },
  summary: 'Moves the codes of a host',
});
const count = defineCall({
  area: 'named_hosts',
  call: 'count',
  body: z.strictObject({ hosts: z.array(z.string().max(253)).max(100) }),
  result: z.unknown(),
  access: { public: true },
  summary: 'Counts the codes of hosts',
});

/** Looks after hosts as a plugin for domains does, with a list that tests give it. */
export const plugin = definePlugin({
  id: 'named-hosts',
  async setup(context) {
    let known: z.infer<typeof zName>[] = [];
    const of = (owner: string) =>
      known
        .filter((name) => name.owner === owner)
        .map(({ host, type }) => ({ host, shown: host, type, is_platform: false, is_working: true }));
    const names: DomainNames = {
      usable: async ({ owner, type, search = '', limit = 100 }) =>
        of(owner)
          .filter((name) => (type === undefined || name.type === type) && name.host.includes(search))
          .slice(0, limit),
      among: async ({ owner, hosts }) => of(owner).filter(({ host }) => hosts.includes(host)),
    };
    context.provide(DOMAIN_NAMES, names);
    const codes = () => context.require<CodeHosts>(CODE_HOSTS, CODE_HOSTS_VERSIONS);
    context.call(give, ({ names: given }) => {
      known = given;
      return null;
    });
    context.call(move, async (body) => (await codes()?.move({ ...body, by: null })) ?? null);
    context.call(count, async (body) => (await codes()?.count(body)) ?? null);
  },
});
