import { ApiError, FileButton, notify, useClient, useFormat, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { uploadFile } from '../../../files/upload-file.ts';
import { FILE_KINDS } from '../../../files/values.ts';
import styles from './image-config.module.css';

const ACCEPT = Object.values(FILE_KINDS)
  .flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
  .join(',');

/** Uploads one file; what it was refused with stays until the next one. */
export function UploadButton({ onUploaded }: { onUploaded: () => void }) {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const [share, setShare] = useState<number>();
  const [fault, setFault] = useState<string>();

  async function upload(file: File): Promise<void> {
    setFault(undefined);
    setShare(0);
    try {
      await uploadFile(client, file, setShare);
      notify.success(words('system.file.uploaded', { name: file.name }));
      onUploaded();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.issues[0]?.message ?? error.message);
    } finally {
      setShare(undefined);
    }
  }
  return (
    <div className={styles.bar}>
      <FileButton
        kind="primary"
        accept={ACCEPT}
        isBusy={share !== undefined}
        onFile={(file) => void upload(file)}
      >
        {share === undefined
          ? words('system.file.upload')
          : words('system.file.uploading', { percent: format.number(Math.floor(share * 100)) })}
      </FileButton>
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
