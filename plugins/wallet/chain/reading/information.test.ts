import { expect, test } from 'bun:test';
import { readInformation } from './information.ts';

const ID = 'a1'.repeat(32);
const word = (hex: string) => hex.padStart(64, '0');
const TRANSFER = {
  address: 'b2'.repeat(20),
  topics: [
    'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    word('c3'.repeat(20)),
    word('d4'.repeat(20)),
  ],
  data: word('98968'),
};
const said = (log: object[]) => ({
  id: ID,
  blockNumber: 7,
  blockTimeStamp: 1_000,
  receipt: { result: 'SUCCESS' },
  log,
});

test('a log without topics, which nodes leave out where there are none, hides no transfer beside it', () => {
  const found = readInformation(said([{ address: 'e5'.repeat(20), data: word('1') }, TRANSFER]), ID);
  // Its place is that among all logs.
  expect(found?.transfers).toMatchObject([{ index: 1, value: 0x98968n }]);
});
