import { RelativeTime, useWords } from '@waypost/host-sdk';
import type { CodeVersion } from '../calls.ts';
import styles from './version.module.css';

interface VersionListProps {
  versions: readonly CodeVersion[];
  shown: CodeVersion;
  onShow: (version: CodeVersion) => void;
}

/** The versions, the newest first: who made each, when, and what changed by it. */
export function VersionList({ versions, shown, onShow }: VersionListProps) {
  const words = useWords();
  const madeBy = ({ account, author }: CodeVersion): string => {
    if (author === null) return words('qr.version.first');
    return account !== '' && author !== 'you' ? account : words(`qr.history.author.${author}`);
  };
  return (
    <ol className={styles.list} aria-label={words('menu.code_version')}>
      {versions.map((version, at) => (
        <li key={version.number}>
          <button
            type="button"
            className={styles.version}
            aria-pressed={version === shown}
            onClick={() => onShow(version)}
          >
            <strong>
              {version.time === null ? words('qr.version.earliest') : <RelativeTime value={version.time} />}
            </strong>
            <span>{[madeBy(version), ...(at === 0 ? [words('qr.version.now')] : [])].join(' · ')}</span>
            <span className={styles.changed}>
              {version.changed.map((field) => words(`qr.code.${field}`)).join(', ')}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
