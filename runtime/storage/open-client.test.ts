import { describe, expect, test } from 'bun:test';
import { openClient } from './open-client.ts';

const opened = (uri: string) => openClient(uri, { serverSelectionTimeoutMS: 2_000, appName: 'waypost' });

describe('the database', () => {
  test.each([
    ['mongodb://host', 'waypost'],
    ['mongodb://host/', 'waypost'],
    ['mongodb://one:27017,two:27017/?replicaSet=rs0', 'waypost'],
    ['mongodb://host?replicaSet=rs0', 'waypost'],
    ['mongodb://name:pass%2Fword@host/', 'waypost'],
    ['mongodb://host/own', 'own'],
    ['mongodb://host/own%2Ddata?replicaSet=rs0', 'own-data'],
    ['mongodb://host/test', 'test'],
    ['mongodb://%2Ftmp%2Fstore.sock/waypost?directConnection=true', 'waypost'],
  ])('of %s is %s, for Mongoose as for the driver', (uri, name) => {
    const client = opened(uri);
    expect(client.db().databaseName).toBe(name);
    expect(client.options.dbName).toBe(name);
  });

  test.each([
    ['mongodb://name:word@host/?replicaSet=rs0', 'admin'],
    ['mongodb://name:word@host/own', 'own'],
    ['mongodb://name:word@host/?authSource=people', 'people'],
    ['mongodb://name:word@host/own?authSource=admin', 'admin'],
  ])('that is not named changes nothing about where the account of %s is: %s', (uri, source) => {
    expect(opened(uri).options.credentials?.source).toBe(source);
  });
});

test('reads from a secondary, writes that an election may take back, and retries that are off are not taken over', () => {
  const { options } = opened(
    'mongodb://host/?readPreference=secondary&readPreferenceTags=dc:east&maxStalenessSeconds=120&w=1&journal=false&wtimeoutMS=5&retryWrites=false&retryReads=false&readConcernLevel=local',
  );
  expect(options.readPreference.mode).toBe('primary');
  expect(options.writeConcern).toMatchObject({ w: 'majority', j: true });
  expect(options.writeConcern?.wtimeoutMS).toBeUndefined();
  expect([options.retryWrites, options.retryReads]).toEqual([true, true]);
  expect(options.readConcern).toBeUndefined();
});

test('nothing holds it to one server, which an election may make one that takes no writes; a socket is one', () => {
  const { options } = opened('mongodb://one,two/?directConnection=false&loadBalanced=false');
  expect(options.directConnection).toBe(false);
  expect(opened('mongodb://host/?directConnection=true').options.directConnection).toBe(false);
  const socket = opened('mongodb://%2Ftmp%2Fstore.sock/waypost?directConnection=true');
  expect(socket.options.directConnection).toBe(true);
});

test('time limits of the connection string stand before ours, and its name behind the one by which work is known as ours', () => {
  const { options } = opened('mongodb://host/?serverSelectionTimeoutMS=9000&appName=shop&maxPoolSize=7');
  expect(options.serverSelectionTimeoutMS).toBe(9_000);
  expect(options.appName).toBe('waypost (shop)');
  expect(options.maxPoolSize).toBe(7);
  expect(opened('mongodb://host').options.serverSelectionTimeoutMS).toBe(2_000);
});

test('a connection string that cannot be read is said to be one', () => {
  expect(() => opened('mongodb://host/?replicaSet=')).toThrow(/replicaSet/);
});
