import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { MongoBackend } from '@agendajs/mongo-backend';
import { Agenda } from 'agenda';
import mongoose, { Schema } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

describe('Mongoose', () => {
  test('casts, validates, populates, reports duplicates and makes its indexes', async () => {
    const connection = await mongoose
      .createConnection(store.uri, { dbName: store.database().databaseName })
      .asPromise();
    const Owner = connection.model(
      'Owner',
      new Schema({ name: { type: String, unique: true } }, { timestamps: true }),
    );
    const Link = connection.model(
      'Link',
      new Schema({ owner: { type: Schema.Types.ObjectId, ref: 'Owner' }, views: Number, tags: [String] }),
    );
    await Promise.all([Owner.init(), Link.init()]);
    const owner = await Owner.create({ name: 'Asha' });
    const link = await Link.create({ owner: owner._id, views: 1, tags: ['a'] });
    link.tags.push('b');
    link.set('views', 2);
    await link.save();
    const found = await Link.findOne({ tags: 'b', views: { $gte: 2 } })
      .populate('owner')
      .lean();
    expect(found).toMatchObject({ views: 2, tags: ['a', 'b'], owner: { name: 'Asha' } });
    const error = await Owner.create({ name: 'Asha' }).catch((one) => one);
    expect([error.code, error.keyValue]).toEqual([11000, { name: 'Asha' }]);
    await connection.transaction(async (session) => {
      await Link.updateOne({ _id: link._id }, { $inc: { views: 5 } }, { session });
      await new Owner({ name: 'Baraka' }).save({ session });
    });
    expect((await Link.findById(link._id))?.views).toBe(7);
    expect(await Owner.estimatedDocumentCount()).toBe(2);
    expect((await Owner.collection.indexes()).map((index) => index.name)).toEqual(['_id_', 'name_1']);
    const names = await Owner.aggregate([{ $sort: { name: -1 } }, { $project: { _id: 0, name: 1 } }]);
    expect(names).toEqual([{ name: 'Baraka' }, { name: 'Asha' }]);
    await connection.close();
  });
});

describe('Agenda', () => {
  test('runs a job once and keeps its record', async () => {
    const client = await store.connect();
    const database = client.db(store.database().databaseName);
    const agenda = new Agenda({ backend: new MongoBackend({ mongo: database as never }), processEvery: 50 });
    const ran: unknown[] = [];
    const isDone = Promise.withResolvers<void>();
    agenda.define('greet', async (job: { attrs: { data?: unknown } }) => {
      ran.push(job.attrs.data);
      isDone.resolve();
    });
    await agenda.start();
    await agenda.now('greet', { name: 'Asha' });
    await isDone.promise;
    await Bun.sleep(200);
    await agenda.stop();
    expect(ran).toEqual([{ name: 'Asha' }]);
    const [job] = await database.collection('agendaJobs').find().toArray();
    expect(job?.lastFinishedAt ?? job).toBeInstanceOf(Date);
  });
});
