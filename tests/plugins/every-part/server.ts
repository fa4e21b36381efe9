import { defineResource, field, type VisitLink, zTime } from '@waypost/contract';
import { addRow, type Disposer, definePlugin, type PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import * as calls from './calls.ts';

/** A resource of another plugin, as its author published it; here it is only read. */
const book = defineResource({
  name: 'part-friend.book',
  area: 'part_friend',
  title: 'name',
  collection: 'part_friend_book',
  fields: { name: field(z.string()) },
  access: 'all',
});

/** Rows that only the plugin itself adds. */
const thing = defineResource({
  name: 'every-part.thing',
  area: 'every_part_thing',
  title: 'text',
  fields: {
    text: field(z.string(), { write: 'none' }),
    seen: field(zTime, { write: 'none' }),
    pin: field(z.string(), { write: 'none', secret: true }),
    state: field(z.enum(['new', 'old']), { write: 'none', default: 'new' }),
  },
  access: 'own',
  calls: ['inquire', 'details'],
});

interface Books {
  title(name: string): Promise<{ title: string }>;
}

/** A plugin that uses every part of its context; it must not be able to tell where it runs. */
export const plugin = definePlugin({
  id: 'every-part',
  async setup(context) {
    meetOthers(context);
    useIdentity(context);
    visit(context);
    answer(context);
    await work(context);
    context.onDispose(() => context.log.info({}, 'every part says goodbye'));
  },
});

/** Services, events and topics. */
function meetOthers(context: PluginContext): void {
  const heard: unknown[] = [];
  const watching = new Set<string>();

  context.provide('every-part.sums', { add: async (a: number, b: number) => a + b });
  context.call(calls.books, async ({ name }) => {
    if (name === 'undeclared') context.require('part-friend.other');
    const range = name === 'newer' ? '^2' : undefined;
    const books = context.require<Books>('part-friend.books', range);
    return books === undefined ? null : books.title(name);
  });
  context.events.on('part-friend.asked', (payload) => void heard.push(payload));
  context.call(calls.heard, () => heard);
  context.call(calls.tell, async ({ text }) => {
    await context.events.emit('every-part.told', { text });
    return null;
  });

  context.realtime.topic('every-part.news', {
    scope: ({ caller, parameter }) => (parameter === undefined ? caller.id : undefined),
    watched(audience) {
      watching.add(audience);
      return () => void watching.delete(audience);
    },
  });
  context.call(calls.watchers, () => [...watching]);
  context.call(calls.publish, ({ text }, request) => {
    context.realtime.publish('every-part.news', { text }, request.caller.id);
    return null;
  });
}

/** Who calls, what is written of it, and what only the host can open. */
function useIdentity(context: PluginContext): void {
  context.call(calls.note, async ({ text }, request) => {
    await context.audit({ type: 'every-part.thing.note', target: text, after: { text }, request });
    return null;
  });
  context.resource(thing);
  context.call(calls.addThing, async ({ text, owner, seen }, request) => {
    const fields = { text, seen: new Date(seen), pin: '1234' };
    return { id: (await addRow(context, thing, fields, { owner, request }))._id };
  });
  context.call(calls.openSealed, async ({ secret }) => ({
    length: (await context.unseal(secret, { area: 'every_part', call: 'open', field: 'secret' })).length,
  }));
  context.call(calls.keepPassword, async ({ password, given }, request) => {
    const hash = await context.passwords.hash(password, request);
    return {
      hash,
      isRight: await context.passwords.verify(given, hash, request),
      isNobodys: await context.passwords.verify(given, undefined, request),
    };
  });
  context.call(calls.who, async (_body, request) => ({
    profile: (await context.identity.profile(request.caller, request.locale)).user_info.account,
    roles: (await context.identity.roles()).length,
    via: request.caller.via,
    isSuper: request.caller.isSuper,
  }));
}

/** Links, and what was counted of them. */
function visit(context: PluginContext): void {
  context.call(calls.figures, async ({ link }) => ({
    totals: [...(await context.visits.totals([link]))].map(([id, totals]) => [id, totals.view_number]),
    today: typeof (await context.visits.today({})).view_number,
  }));
  context.call(calls.link, async ({ id, code, url, fail }, request) => {
    const one: VisitLink = {
      id,
      owner: request.caller.id,
      plugin: 'every-part',
      host: '',
      code,
      state: 'on',
      targets: [{ url, weight: 1, threshold: 0 }],
      rotation_model: 1,
      jump_type: 6,
      access_mode: 1,
      visit_restriction: 1,
      open_log: 1,
    };
    await context.transaction(async (session) => {
      await context.visits.publish([one], session);
      if (fail) throw new Error('not after all');
    });
    return null;
  });
  context.call(calls.retire, async ({ id, code }, { caller }) => {
    const gone = { id, owner: caller.id, plugin: 'every-part', host: '', code };
    await context.transaction((session) => context.visits.retire([gone], session));
    return { isReserved: await context.visits.isReserved(code) };
  });
  context.call(calls.unlink, async ({ id }) => {
    await context.transaction((session) => context.visits.withdraw([id], session));
    return null;
  });
}

/** Calls that come and go, words, requests to others, and the library of another plugin. */
function answer(context: PluginContext): void {
  let growth: Disposer | undefined;

  context.call(calls.grow, async ({ isOn }) => {
    await growth?.();
    growth = isOn ? context.call(calls.grown, () => 'here' as const) : undefined;
    return null;
  });
  context.call(calls.words, (_body, request) => ({
    locale: request.locale,
    address: request.address,
    agent: request.userAgent,
    own: request.translate('every-part.hello', { name: 'you' }),
    servers: request.translate('server.done'),
    nobodys: request.translate('nobody.has.this'),
    zone: context.platform.timeZone,
    home: context.platform.publicUrl,
    version: context.version,
  }));
  context.call(calls.reach, async ({ url }) => {
    try {
      return (await context.fetch(url)).status;
    } catch (error) {
      return String(error);
    }
  });
  context.call(calls.library, async () => {
    const names = (await context.model(book).find({}).lean()).map(({ name }) => name);
    const write = context.model(book).create([{ name: 'mine' }] as never);
    return {
      names,
      written: await write.then(
        () => true,
        () => false,
      ),
    };
  });
}

/** Operations, calls that are given up, and jobs. */
async function work(context: PluginContext): Promise<void> {
  let givenUp = 0;

  context.operations.define('count', {
    input: z.object({ to: z.int().min(1).max(1_000) }),
    async run(run) {
      const file = await run.createFile({ name: 'numbers.txt', type: 'text/plain' });
      for (let number = 1; number <= run.input.to; number += 1) {
        run.progress(number, run.input.to);
        await file.write(`${run.translate('every-part.hello', { name: number })}\n`);
      }
    },
  });
  context.call(calls.count, ({ to }, request) =>
    context.operations.start('count', { name: 'Numbers', input: { to } }, request),
  );
  context.call(calls.wait, (_body, request) => {
    const { promise, resolve } = Promise.withResolvers<null>();
    request.signal.addEventListener('abort', () => {
      givenUp += 1;
      resolve(null);
    });
    return promise;
  });
  context.call(calls.waited, () => givenUp);

  context.jobs.define('sweep', async () => {});
  await context.jobs.every('1 hour', 'sweep');
}
