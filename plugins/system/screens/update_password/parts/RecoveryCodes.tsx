import { Button, copyText, Drawer, downloadFile, notify, useUser, useWords } from '@waypost/host-sdk';
import styles from '../page.module.css';

/** The recovery codes, shown this once: whoever loses the telephone has nothing else. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const words = useWords();
  const user = useUser();
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    if (await copyText(text)) notify.success(words('copy.done'));
    else notify.error(words('copy.failed'));
  };
  return (
    <Drawer
      title={words('system.second_factor.codes.title')}
      isOpen
      onClose={onClose}
      width={480}
      footer={
        <Button kind="primary" onClick={onClose}>
          {words('system.second_factor.codes.kept')}
        </Button>
      }
    >
      <p>{words('system.second_factor.codes.text')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.line}>
        <Button onClick={() => void copy()}>{words('system.second_factor.codes.copy')}</Button>
        <Button onClick={() => downloadFile(`${user?.account ?? 'waypost'}-recovery-codes.txt`, text)}>
          {words('system.second_factor.codes.download')}
        </Button>
      </div>
    </Drawer>
  );
}
