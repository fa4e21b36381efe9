import { expect, test } from 'bun:test';
import { defineResource, field, zTime } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import type { ResourceBinding } from '../binding.ts';
import type { CollectionDeclaration, ResourceModel } from '../model.ts';
import type { Filter } from './filter.ts';
import type { RowModel } from './model.ts';
import { newVersion } from './new-version.ts';

const lamp = defineResource({
  name: 'sample.lamp',
  area: 'lamp',
  title: 'name',
  access: 'own',
  fields: {
    name: field(z.string()),
    state: field(z.enum(['on', 'off'])),
    watts: field(z.int()),
    due: field(zTime.nullable()),
    tags: field(z.array(z.string())),
    owner_name: field(z.string(), { stored: false, write: 'none' }),
    bulbs: field(z.array(z.object({ colour: z.string(), hours: z.int() }))),
  },
});
interface Note {
  _id: string;
  text?: string;
  time: Date;
}

/** What tsc has to refuse: an error that is expected and is not there is one. Nothing here runs. */
async function checked(context: PluginContext, lamps: ResourceModel<typeof lamp>, notes: RowModel<Note>) {
  const now = context.clock.date();
  lamps.find({
    state: 'on',
    due: { $lte: now },
    owner: 'a',
    tags: 'x',
    'bulbs.colour': 'red',
    remove_time: null,
  });
  lamps.find({
    $or: [{ state: { $in: ['on'] } }, { name: /a/i }],
    bulbs: { $elemMatch: { hours: { $gt: 1 } } },
  });
  // @ts-expect-error a field that rows do not have
  lamps.find({ staet: 'on' });
  // @ts-expect-error a field that the service joins
  lamps.find({ owner_name: 'Ada' });
  // @ts-expect-error one within $or
  lamps.find({ $or: [{ staet: 'on' }] });
  // @ts-expect-error one step deep
  lamps.find({ 'bulbs.color': 'red' });
  // @ts-expect-error a value that the field cannot have
  lamps.find({ state: 'onn' });
  // @ts-expect-error one of several
  lamps.find({ state: { $in: ['on', 'onn'] } });
  // @ts-expect-error a text where a time is
  lamps.find({ due: { $lt: '2026-01-01' } });
  // @ts-expect-error an operator that there is not
  lamps.find({ watts: { $above: 1 } });
  // @ts-expect-error one of filters
  lamps.find({ $orr: [{ state: 'on' }] });
  // @ts-expect-error no field to sort by
  lamps.find().sort({ wats: 1 });
  // @ts-expect-error no field to read
  lamps.findOne({}, { wats: 1 });
  // @ts-expect-error no field to tell apart
  lamps.distinct('wats');

  lamps.updateOne(
    { _id: '1' },
    { $set: { state: 'off', due: null, 'bulbs.0.hours': 3 }, $inc: { version: 1 } },
  );
  lamps.updateOne(
    { _id: '1' },
    { $push: { tags: 'x' }, $pull: { bulbs: { colour: 'red' } }, $unset: { owner: 1 } },
  );
  // @ts-expect-error a misspelt field
  lamps.updateOne({ _id: '1' }, { $set: { staet: 'off' } });
  // @ts-expect-error a misspelt value
  lamps.updateMany({ _id: '1' }, { $set: { state: 'of' } });
  // @ts-expect-error a text where a time is
  lamps.updateMany({ _id: '1' }, { $set: { due: '2026-01-01' } });
  // @ts-expect-error a misspelt operator
  lamps.updateOne({ _id: '1' }, { $sett: { state: 'off' } });
  lamps.updateOne({ _id: '1' }, newVersion(context, { state: 'off' }));
  // @ts-expect-error a misspelt field of a new version
  lamps.updateOne({ _id: '1' }, newVersion(context, { staet: 'off' }));
  // @ts-expect-error a misspelt value of one
  lamps.updateMany({ _id: '1' }, newVersion(context, { state: 'of' }));
  // @ts-expect-error no number
  lamps.updateOne({ _id: '1' }, { $inc: { name: 1 } });
  // @ts-expect-error no list
  lamps.updateOne({ _id: '1' }, { $push: { name: 'x' } });
  // @ts-expect-error no element of the list
  lamps.updateOne({ _id: '1' }, { $push: { tags: 1 } });
  // @ts-expect-error nothing to take away
  lamps.updateOne({ _id: '1' }, { $unset: { wats: 1 } });
  // @ts-expect-error among several writes
  lamps.bulkWrite([{ updateOne: { filter: { _id: '1' }, update: { $set: { staet: 'off' } } } }]);

  const seen = await lamps.findById('1', { watts: 1, bulbs: 1 }).lean();
  seen?.watts.toFixed();
  seen?._id.length;
  // @ts-expect-error was not read
  seen?.name;
  const rest = await lamps.find({}, { bulbs: 0 }).lean();
  rest[0]?.name.length;
  // @ts-expect-error was left out
  rest[0]?.bulbs;
  // @ts-expect-error there may be none
  (await lamps.findOne().lean()).name;
  // @ts-expect-error only what is read lean is a plain row
  (await lamps.findOne())?.name;

  const older = notes as RowModel<Note & { colour?: string }>;
  older.updateMany({}, { $unset: { colour: 1 } });
  notes.create({ time: now });
  // @ts-expect-error without its time
  notes.create([{ text: 'a' }]);
  // @ts-expect-error a misspelt field of a collection
  notes.deleteMany({ tiem: now });
  // @ts-expect-error a field without a value is left out
  notes.updateOne({}, { $set: { text: undefined } });
  const built: Filter<Note>[] = [{ text: { $exists: false } }];
  built.push({ time: { $gte: now } });
  return notes.countDocuments({ $and: built });
}

const declared: CollectionDeclaration<Note> = {
  name: 'note',
  fields: { _id: String, text: String, time: Date },
  indexes: [{ keys: { time: 1 } }],
};
const drifted: CollectionDeclaration<Note>[] = [
  // @ts-expect-error a field is missing
  { name: 'note', fields: { time: Date } },
  // @ts-expect-error one is of another type
  { name: 'note', fields: { text: String, time: String } },
  // @ts-expect-error no document has it
  { name: 'note', fields: { text: String, time: Date, rounds: Number } },
  // @ts-expect-error an index of what no document has
  { name: 'note', fields: { text: String, time: Date }, indexes: [{ keys: { tiem: 1 } }] },
];

const bound: ResourceBinding<typeof lamp>[] = [
  { scope: ({ caller }) => ({ owner: caller.id }), filters: { late: (value) => ({ state: value }) } },
  // @ts-expect-error a scope by a value that the field cannot have
  { scope: () => ({ state: 'onn' }) },
];

test('rows know their fields: what is misspelt does not compile', () => {
  expect([checked, declared, ...drifted, ...bound]).toHaveLength(8);
});
