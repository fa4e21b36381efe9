import { afterAll, beforeEach, expect, test } from 'bun:test';
import { createOutgoing } from '../../outgoing/index.ts';
import { S3_KEY, startS3Server } from '../../outgoing/testing/s3-server.ts';
import { createBackups } from './run-backup.ts';

const server = startS3Server(['backups']);
let hits = 0;
beforeEach(() => {
  hits = 0;
  server.before = async () => {
    hits += 1;
    return undefined;
  };
});
afterAll(() => server.close());

const backupsFor = (innerAddresses: string[]) =>
  createBackups({
    dataDirectory: '/nowhere',
    requireEndpoint: createOutgoing({ resolvers: [], testAddresses: [], innerAddresses }).requireEndpoint,
  });
const placeAt = (endpoint: string) => ({ folder: 's3://backups/shop', s3: { endpoint, ...S3_KEY } });

test('a backup’s storage in our own network gets no signed request, however its address is spelled', async () => {
  const backups = backupsFor([]);
  const { port } = new URL(server.endpoint);
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    '169.254.169.254',
  ]) {
    const place = placeAt(`http://${host}:${port}`);
    await expect(backups.openBackupPlace(place)).rejects.toMatchObject({
      errors: [{ path: 'backup_s3_endpoint', message: 'error.backup_s3.inner' }],
    });
    // What was entered by an older version.
    await expect(backups.backUp(place, new Date(0))).rejects.toMatchObject({
      code: 'internet_address_refused',
    });
    await expect(backups.drillBackup(place, 'a.tar')).rejects.toMatchObject({
      code: 'internet_address_refused',
    });
    await expect(backups.pruneBackups(place, 1)).rejects.toMatchObject({ code: 'internet_address_refused' });
  }
  expect(hits).toBe(0);
});

test('an operator of the machine may name one there', async () => {
  await backupsFor(['127.0.0.0/8']).openBackupPlace(placeAt(server.endpoint));
  expect(hits).toBeGreaterThan(0);
});
