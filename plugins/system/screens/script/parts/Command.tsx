import { useWords } from '@waypost/host-sdk';
import styles from './script.module.css';

/** Program and arguments, each in a frame of its own: where one ends is no guess. */
export function Command({ words: command }: { words: readonly string[] }) {
  const words = useWords();
  return (
    <ol className={styles.command} aria-label={words('system.script.command')}>
      {command.map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words never move
        <li key={at}>
          <code>{word}</code>
        </li>
      ))}
    </ol>
  );
}
