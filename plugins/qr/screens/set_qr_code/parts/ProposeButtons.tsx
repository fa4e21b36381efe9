import { Button, useAction, useCall, useWords } from '@waypost/host-sdk';
import { draftCall, providersCall } from '../../qr_code_list/calls.ts';
import styles from './short-code-control.module.css';

/** A button for each plugin that proposes short codes; nothing while there is none. */
export function ProposeButtons({ onPropose }: { onPropose: (code: string) => void }) {
  const words = useWords();
  const { data } = useCall(providersCall, {});
  const { isRunning, run } = useAction(draftCall);
  const propose = async (provider: string): Promise<void> => {
    // A failure has been told by then.
    const draft = await run({ provider }).catch(() => undefined);
    if (draft !== undefined) onPropose(draft.short_code);
  };
  if (data === undefined || data.providers.length === 0) return null;
  return (
    <div className={styles.proposals}>
      {data.providers.map(({ name, title }) => (
        <Button key={name} size="small" isBusy={isRunning} onClick={() => void propose(name)}>
          {words('qr.set.propose', { title })}
        </Button>
      ))}
    </div>
  );
}
