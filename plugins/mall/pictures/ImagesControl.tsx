import { Input } from '@arco-design/web-react';
import { IconDelete, IconPlus } from '@arco-design/web-react/icon';
import { completeTarget, isAllowedTarget, PICTURE_NAME } from '@waypost/contract';
import {
  Button,
  type ControlProps,
  FileButton,
  IconButton,
  PICTURE_FILES,
  PictureFrame,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { usePicture, useUpload } from './kept-pictures.tsx';
import styles from './pictures.module.css';

/** Pictures in their order: uploaded, or addresses of some that are kept elsewhere. */
export function ImagesControl({
  id,
  label,
  value = [],
  onChange,
  onBlur,
  isDisabled,
}: ControlProps<string[]>) {
  const words = useWords();
  const [isByAddress, setByAddress] = useState(false);
  const [fault, setFault] = useState<string>();
  const add = (image: string) => {
    if (!value.includes(image)) onChange([...value, image]);
    onBlur();
  };
  const { upload, problem, isRunning } = useUpload(add);
  return (
    <PictureFrame help={words('mall.picture.images_help')} problem={fault ?? problem}>
      {value.length === 0 ? null : (
        <ol className={styles.images}>
          {value.map((image, at) => (
            <li key={image} className={styles.image}>
              <Image image={image} label={`${label} ${at + 1}`} />
              <IconButton
                label={`${words('picture.remove')}: ${label} ${at + 1}`}
                icon={<IconDelete />}
                isDisabled={isDisabled}
                onClick={() => {
                  onChange(value.filter((one) => one !== image));
                  onBlur();
                }}
              />
            </li>
          ))}
        </ol>
      )}
      <div className={styles.row}>
        <FileButton
          id={id}
          label={label}
          accept={PICTURE_FILES}
          isBusy={isRunning}
          isDisabled={isDisabled}
          onFile={(file) => void upload(file)}
        >
          {words('picture.choose')}
        </FileButton>
        {isByAddress ? null : (
          <Button kind="text" isDisabled={isDisabled} onClick={() => setByAddress(true)}>
            {words('mall.picture.by_address')}
          </Button>
        )}
      </div>
      {isByAddress ? (
        <AddressRow label={label} isDisabled={isDisabled} onFault={setFault} onAdd={add} />
      ) : null}
    </PictureFrame>
  );
}

interface AddressRowProps {
  label: string;
  isDisabled: boolean;
  onFault: (fault: string | undefined) => void;
  onAdd: (address: string) => void;
}

/** Takes the address of a picture that stays elsewhere: shops that read the catalogue show it, pages here do not. */
function AddressRow({ label, isDisabled, onFault, onAdd }: AddressRowProps) {
  const words = useWords();
  const [typed, setTyped] = useState('');
  const addTyped = () => {
    const address = completeTarget(typed.trim());
    if (!isAllowedTarget(address)) return onFault(words('validation.target_url'));
    onFault(undefined);
    setTyped('');
    onAdd(address);
  };
  return (
    <>
      <div className={styles.row}>
        <Input
          className={styles.typed ?? ''}
          aria-label={`${label}: ${words('mall.picture.address')}`}
          placeholder={words('mall.picture.address')}
          value={typed}
          disabled={isDisabled}
          onChange={setTyped}
          onPressEnter={(event) => {
            event.preventDefault();
            addTyped();
          }}
        />
        <Button icon={<IconPlus />} isDisabled={isDisabled || typed.trim() === ''} onClick={addTyped}>
          {words('mall.picture.add_address')}
        </Button>
      </div>
      <p className={styles.note}>{words('mall.picture.address_help')}</p>
    </>
  );
}

/** One of them: what is kept elsewhere is told by its address, and not asked for from here. */
function Image({ image, label }: { image: string; label: string }) {
  const address = usePicture(PICTURE_NAME.test(image) ? image : '');
  if (!PICTURE_NAME.test(image)) return <span className={styles.address}>{image}</span>;
  return address === undefined ? <span className={styles.small} /> : <img src={address} alt={label} />;
}
