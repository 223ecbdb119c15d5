import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';

interface IconFieldProps {
  readonly hint: string;
  /** Media types that may be chosen. */
  readonly accept: readonly string[];
  /** Address of the present image; undefined without one. */
  readonly image: string | undefined;
  /** Stores what was chosen; undefined removes the image. */
  readonly store: (file: File | undefined) => Promise<void>;
}

/** Shows an image with a field that replaces it and a button that removes it. */
export function IconField({ hint, accept, image, store }: IconFieldProps): ReactNode {
  const id = useId();
  const storing = useAction(store);
  return (
    <div className="card">
      <div className="field">
        <label htmlFor={id}>Icon</label>
        <div className="row">
          {image !== undefined && <img className="icon" src={image} alt="" />}
          <input
            id={id}
            type="file"
            accept={accept.join(',')}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void storing.run(file);
            }}
          />
        </div>
        <small id={`${id}-hint`} className="hint">
          {hint}
        </small>
      </div>
      <ErrorNotice error={storing.error} />
      {image !== undefined && (
        <Button busy={storing.busy} onClick={() => void storing.run(undefined)}>
          Remove the icon
        </Button>
      )}
    </div>
  );
}

/** Returns a file as a `data:` URL. @throws Error when it cannot be read */
export function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read.`)));
    reader.readAsDataURL(file);
  });
}
