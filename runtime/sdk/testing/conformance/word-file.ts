import type { Locale } from '@waypost/contract';
import { wordsIn } from '../../conformance/check-words.ts';
import type { PluginFiles } from '../../conformance/plugin-files.ts';

/** The word file in which a key belongs: that of the place whose words begin most like it, else the plugin's own. */
export function wordFile(files: PluginFiles, locale: Locale, key: string): string {
  const parts = key.split('.');
  const likeness = (other: string) => {
    const at = other.split('.').findIndex((part, index) => part !== parts[index]);
    return at === -1 ? parts.length : at;
  };
  let best = { place: 'locales', likeness: 1 };
  for (const [place, words] of wordsIn(files))
    for (const other of words) {
      const found = likeness(other);
      if (found > best.likeness) best = { place, likeness: found };
    }
  return `${best.place}/${locale}.json`;
}
