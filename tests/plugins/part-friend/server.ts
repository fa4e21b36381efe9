import { defineCall, defineError } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';

const unknownBook = defineError({ code: 'part-friend.unknown_book', status: 404, params: ['name'] });
const ask = defineCall({
  area: 'part_friend',
  call: 'ask',
  body: z.strictObject({ a: z.int(), b: z.int() }),
  result: z.unknown(),
  access: { public: true },
  summary: 'Asks the other plugin for a sum',
});
const said = defineCall({
  area: 'part_friend',
  call: 'said',
  body: z.strictObject({}),
  result: z.array(z.unknown()),
  access: { public: true },
  summary: 'What the other plugin told',
});

interface Sums {
  add(a: number, b: number): Promise<number>;
}

/** A plugin inside, that another one works with. */
export const plugin = definePlugin({
  id: 'part-friend',
  async setup(context) {
    const heard: unknown[] = [];
    const books = context.collection<{ name: string }>({ name: 'book', fields: { name: String } });
    context.provide('part-friend.books', {
      async title(name: string) {
        if (name === 'missing') throw unknownBook.create({ name });
        await books.updateOne({ name }, { $set: { name } }, { upsert: true });
        return { title: `The ${name}` };
      },
    });
    context.events.on('every-part.told', (payload) => void heard.push(payload));
    context.call(said, () => heard);
    context.call(ask, async ({ a, b }) => {
      await context.events.emit('part-friend.asked', { a, b });
      const sums = context.require<Sums>('every-part.sums', '^2');
      return sums === undefined ? null : { sum: await sums.add(a, b) };
    });
  },
});
