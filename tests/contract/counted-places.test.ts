import { afterAll, beforeAll, expect, test } from 'bun:test';
import { defineResource, errors, field, zId } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { CallRefused, type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { z } from 'zod';

// "No more than so many": the example of docs/plugins/parts.md.
const SEATS = 3;
const workshop = defineResource({
  name: 'club.workshop',
  area: 'club_workshop',
  title: 'name',
  access: 'all',
  fields: {
    name: field(z.string().min(1).max(60), { list: true, search: true }),
    seats: field(z.int().min(1), { list: true }),
    taken: field(z.int().min(0), { list: true, write: 'none', default: 0 }),
  },
  menu: { route: 'club_workshop', roles: ['administrator'] },
});
const booking = defineResource({
  name: 'club.booking',
  area: 'club_booking',
  title: 'guest',
  access: 'all',
  fields: {
    guest: field(z.string().min(1).max(60), { list: true }),
    workshop: field(zId, { list: true, ref: workshop, write: 'create' }),
  },
  menu: { route: 'club_booking', roles: ['administrator'] },
});
const club = definePlugin({
  id: 'club',
  setup(context) {
    context.resource(workshop);
    context.resource(booking, {
      async beforeCreate(body, { session }) {
        const workshops = context.model(workshop);
        const { matchedCount } = await workshops.updateOne(
          { _id: body.workshop, $expr: { $lt: ['$taken', '$seats'] } },
          { $inc: { taken: 1 } },
          { session },
        );
        if (matchedCount === 1) return body;
        const full = await workshops.findById(body.workshop).session(session).lean();
        throw errors.invalidInput.create(
          {},
          { errors: [{ path: 'workshop', message: 'club.full', params: { workshop: full?.name ?? '' } }] },
        );
      },
      async afterWrite(after, { before, session }) {
        if (after === undefined && before !== undefined)
          await context
            .model(workshop)
            .updateOne({ _id: before.workshop }, { $inc: { taken: -1 } }, { session });
      },
    });
  },
});

let t: TestPlugin;
let admin: Person;
beforeAll(async () => {
  t = await testPlugin(club, {
    manifest: {
      id: 'club',
      version: '1.0.0',
      engine: '^0.1.0',
      title: 'plugin.club',
      areas: ['club_workshop', 'club_booking'],
      server: 'server.ts',
    },
  });
  admin = await t.person('admin', { role: 'super' });
});
afterAll(async () => t?.dispose());

const book = (id: string, guest: string) =>
  t.call('club_booking/add', { guest, workshop: id }, { as: admin }) as Promise<{ id: string }>;

test('of many who book at once as many get a seat as there are, and a seat given back can be booked', async () => {
  const clay = (await t.call('club_workshop/add', { name: 'Clay', seats: SEATS }, { as: admin })) as {
    id: string;
  };
  const answers = await Promise.allSettled(
    Array.from({ length: 3 * SEATS }, (_, guest) => book(clay.id, `guest ${guest}`)),
  );
  const booked = answers.filter((answer) => answer.status === 'fulfilled');
  expect(booked.length).toBe(SEATS);
  const late = await book(clay.id, 'late').catch((error: unknown) => error);
  expect(late).toBeInstanceOf(CallRefused);
  expect(late).toMatchObject({ status: 422, errors: [{ path: 'workshop', message: 'club.full' }] });
  await t.call('club_booking/remove', { id: booked[0]?.value.id }, { as: admin });
  expect(await book(clay.id, 'next')).toHaveProperty('id');
  expect(await t.call('club_workshop/details', { id: clay.id }, { as: admin })).toMatchObject({
    taken: SEATS,
    version: 1,
  });
});
