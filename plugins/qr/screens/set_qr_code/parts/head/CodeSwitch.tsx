import { Switch } from '@arco-design/web-react';
import { type ThingHandle, useAction, usePermission, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { CodeState } from '../../../../codes/parts/CodeState.tsx';
import { batchUpdateCall } from '../../../qr_code_list/calls.ts';
import styles from './head.module.css';

/** The code's state, with the owner's switch where it decides: an operator's freeze is above it. */
export function CodeSwitch({ code, page }: { code: CodeRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  const { run, isRunning } = useAction(batchUpdateCall);
  // Before it leads anywhere there is nothing to switch.
  if (code.is_frozen || code.is_unclaimed || !may('qr.code:update')) return <CodeState code={code} />;
  const turn = async (isOn: boolean): Promise<void> => {
    // A failure has been told by then, and the switch stands as it stood.
    await run({ ids: [code.id], state: isOn ? 'on' : 'off' }).catch(() => undefined);
    page.reload();
  };
  return (
    <span className={styles.switch}>
      <Switch
        size="small"
        checked={code.state === 'on'}
        loading={isRunning}
        aria-label={words('qr.page.switch')}
        onChange={(isOn) => void turn(isOn)}
      />
      <CodeState code={code} />
    </span>
  );
}
