import { YesNo } from '@waypost/contract';
import { languageInquire } from '@waypost/contract/platform';
import { PendingState, useCall, useQuery } from '@waypost/host-sdk';
import { wordOverview } from './calls.ts';
import { WordList } from './parts/WordList.tsx';

const EVERY_LANGUAGE = languageInquire.body.parse({ page_size: 200 });

/** All words of the product and of plugins in one language (`?language=fr-FR`): found, written anew, exported, imported, taken back. */
export function Page() {
  const [params] = useQuery();
  const languages = useCall(languageInquire, EVERY_LANGUAGE);
  const overview = useCall(wordOverview, {});
  if (!languages.data || !overview.data)
    return (
      <PendingState
        error={languages.error ?? overview.error}
        onRetry={() => void Promise.all([languages.refetch(), overview.refetch()])}
        lines={8}
      />
    );
  const { content } = languages.data;
  const asked = params.get('language');
  const shown =
    content.find(({ code }) => code === asked) ??
    content.find(({ default_language }) => default_language === YesNo.yes) ??
    content[0];
  if (shown === undefined) return null;
  return <WordList key={shown.code} language={shown} languages={content} overview={overview.data} />;
}
