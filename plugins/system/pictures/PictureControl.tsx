import { IconDelete } from '@arco-design/web-react/icon';
import { Button, type ControlProps, FileButton, PICTURE_FILES, useWords } from '@waypost/host-sdk';
import styles from './pictures.module.css';
import { usePicture } from './use-picture.ts';
import { useUpload } from './use-upload.ts';

/** The picture of a row: uploaded at once, shown when the row is saved. */
export function PictureControl({
  id,
  label,
  value = '',
  onChange,
  onBlur,
  isDisabled,
}: ControlProps<string>) {
  const words = useWords();
  const { upload, problem, isRunning } = useUpload((picture) => {
    onChange(picture);
    onBlur();
  });
  const address = usePicture(value);
  return (
    <div className={styles.control}>
      {address === undefined ? null : <img src={address} alt={label} />}
      <FileButton
        id={id}
        label={label}
        accept={PICTURE_FILES}
        isBusy={isRunning}
        isDisabled={isDisabled}
        onFile={(file) => void upload(file)}
      >
        {words(`system.picture.${value === '' ? 'choose' : 'change'}`)}
      </FileButton>
      {value === '' ? null : (
        <Button
          kind="text"
          icon={<IconDelete />}
          isDisabled={isDisabled}
          onClick={() => {
            onChange('');
            onBlur();
          }}
        >
          {words('system.picture.remove')}
        </Button>
      )}
      <p
        className={problem === undefined ? styles.help : styles.fault}
        {...(problem ? { role: 'alert' } : {})}
      >
        {problem ?? words('system.picture.help')}
      </p>
    </div>
  );
}
