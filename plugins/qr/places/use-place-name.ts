import { useLocale, useWords } from '@waypost/host-sdk';
import { useCallback } from 'react';
import { networkName, placeName } from './place-name.ts';

/** Names places and networks in the reader's language; what is not known reads so. */
export function usePlaceName(): { place: (place: string) => string; network: (isp: string) => string } {
  const words = useWords();
  const locale = useLocale();
  const place = useCallback(
    (text: string) => (text === '' ? words('qr.visit.unknown') : placeName(text, locale)),
    [words, locale],
  );
  const network = useCallback(
    (isp: string) => words.first([`qr.statistics.isp.${isp}`, networkName(isp, locale)]),
    [words, locale],
  );
  return { place, network };
}
