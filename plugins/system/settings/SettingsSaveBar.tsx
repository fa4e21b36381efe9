import { Button, SaveBar, useWords } from '@waypost/host-sdk';
import styles from './settings.module.css';

interface SettingsSaveBarProps {
  isDirty: boolean;
  isBusy: boolean;
  discard: () => void;
}

/** Saves a screen of settings from wherever one is in it, and says that something waits to be saved. */
export function SettingsSaveBar({ isDirty, isBusy, discard }: SettingsSaveBarProps) {
  const words = useWords();
  return (
    <SaveBar isLong>
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {words('action.save')}
      </Button>
      {isDirty ? (
        <>
          <Button onClick={discard}>{words('system.setting.discard')}</Button>
          <span className={styles.unsaved}>{words('system.setting.unsaved')}</span>
        </>
      ) : null}
    </SaveBar>
  );
}
