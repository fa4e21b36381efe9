import type { Clock } from '@waypost/sdk';
import type { ClientAddressWriter, PeerSource } from '../../process/client-address.ts';
import { campaignText, targetCampaignText } from '../derive/campaign.ts';
import { languageEnd } from '../derive/visit-language.ts';
import { FLAG_SCANNED, twoNumbers } from '../journal/format.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { ID, OWNER, ROW_WORDS } from '../links/rows.ts';
import { referrerHost } from '../rules/referrer.ts';
import { isTokenShaped } from '../rules/scan-token.ts';
import { parameterName, parametersIn, parameterValue } from './query-text.ts';
import type { Recorder } from './recorder.ts';

/** A visit as it is written down. */
interface RecordedVisit {
  ordinal: number;
  /** What its target is called. */
  key: number;
  flags: number;
  /** Where it was led to, as the link says it. */
  address: string | undefined;
  /** Number of its user agent in the journal. */
  agent: number;
}

/** Writes the records of visits into the journal's batch. */
export function createRecordWriter(options: {
  index: LinkIndex;
  recorder: Pick<Recorder, 'journal'>;
  clock: Clock;
  writeClientAddress: ClientAddressWriter;
}) {
  const { clock, index, writeClientAddress } = options;
  const { journal } = options.recorder;

  const { texts } = journal;
  const textNumber = (text: string): number => (text === '' ? 0 : texts.entry(text).number);
  const languageNumber = (header: string | null): number =>
    header === null ? 0 : texts.beginning(header, languageEnd(header));

  /** Writes the record of one visit; the answer must then go through the recorder. */
  return ({ ordinal, key, flags, address, agent }: RecordedVisit, request: Request, server: PeerSource) => {
    const referrer = referrerHost(request.headers.get('referer'));
    const word = journal.nextRecord();
    const { words } = journal;
    const { ownerWords, rows } = index;
    const row = ordinal * ROW_WORDS;
    const ownerAt = (rows[row + OWNER] as number) * 3;
    for (let part = 0; part < 3; part++) {
      words[word + part] = rows[row + ID + part] as number;
      words[word + 3 + part] = ownerWords[ownerAt + part] as number;
    }
    journal.times[(word + 6) >> 1] = clock.now();
    words[word + 8] = key;
    words[word + 9] = hasScanMark(request.url) ? flags | FLAG_SCANNED : flags;
    words[word + 10] = twoNumbers(agent, languageNumber(request.headers.get('accept-language')));
    // What the visitor's own address says goes before what its owner wrote into the target.
    const campaign = campaignText(request.url) || targetCampaignText(address ?? '');
    words[word + 11] = twoNumbers(textNumber(referrer), textNumber(campaign));
    writeClientAddress(request, server, journal.bytes, (word + 12) * 4);
    journal.commit();
  };
}

/**
 * Whether a visit came by the address of a picture, by the shape of its token, or of the pass that follows it: to work the token out
 * would cost each of them more than a count is worth, which opens nothing. Words that somebody searches for have another shape.
 */
function hasScanMark(url: string): boolean {
  return (
    url.includes('s=') &&
    parametersIn(url).some((one) => parameterName(one) === 's' && isTokenShaped(parameterValue(one)))
  );
}
