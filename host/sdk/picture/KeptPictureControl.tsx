import { IconDelete } from '@arco-design/web-react/icon';
import type { PictureCalls } from '@waypost/contract';
import type { ControlProps } from '../form/control-props.ts';
import { Button } from '../parts/Button.tsx';
import { FileButton, PICTURE_FILES } from '../parts/FileButton.tsx';
import { useWords } from '../words/context.tsx';
import { PictureFrame } from './PictureFrame.tsx';
import { useKeptPicture } from './use-kept-picture.ts';
import { usePictureUpload } from './use-picture-upload.ts';

/**
 * The picture of a row, kept by a plugin's calls: uploaded at once, shown when the row is saved.
 * @example const PictureControl = (props: ControlProps<string>) => <KeptPictureControl {...props} calls={bookPictures} />;
 */
export function KeptPictureControl({
  calls,
  id,
  label,
  value = '',
  onChange,
  onBlur,
  isDisabled,
}: ControlProps<string> & { calls: PictureCalls }) {
  const words = useWords();
  const { upload, problem, isRunning } = usePictureUpload(calls.add, (picture) => {
    onChange(picture);
    onBlur();
  });
  const address = useKeptPicture(calls.read, value);
  return (
    <PictureFrame help={words('picture.help')} problem={problem}>
      {address === undefined ? null : <img src={address} alt={label} />}
      <FileButton
        id={id}
        label={label}
        accept={PICTURE_FILES}
        isBusy={isRunning}
        isDisabled={isDisabled}
        onFile={(file) => void upload(file)}
      >
        {words(`picture.${value === '' ? 'choose' : 'change'}`)}
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
          {words('picture.remove')}
        </Button>
      )}
    </PictureFrame>
  );
}
