import { Button, Can, confirm, notify, useAction, useReloadArea, useWords } from '@waypost/host-sdk';
import { wordRemoveAll } from '../calls.ts';
import type { LanguageRow } from './language-row.ts';

/** Takes every change of a language back, after a question that says how many there are. */
export function TakeAllBack({ language: { code, title }, count }: { language: LanguageRow; count: number }) {
  const words = useWords();
  const reload = useReloadArea(wordRemoveAll.area);
  const { run, isRunning } = useAction(wordRemoveAll);
  const takeBack = async (): Promise<void> => {
    const isAgreed = await confirm({
      title: words('system.language_word.take_back_all.title', { name: title }),
      text: words('system.language_word.take_back_all.confirm', { count }),
      verb: words('system.language_word.take_back_all'),
    });
    if (!isAgreed) return;
    try {
      const taken = await run({ language: code, count });
      notify.success(words('system.language_word.taken_back_count', { count: taken.count }));
    } finally {
      void reload();
    }
  };
  return (
    <Can permission="system.language_word:update">
      {/* A failure has been told by then. */}
      <Button
        isDisabled={count === 0}
        isBusy={isRunning}
        onClick={() => void takeBack().catch(() => undefined)}
      >
        {words('system.language_word.take_back_all')}
      </Button>
    </Can>
  );
}
