import { translated } from './language.ts';
import { actionButton, element, PageError, showScreen } from './screen.ts';

/** Milliseconds between two pictures that are read. */
const interval = 150;
/** The used part of the Shape Detection API. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorModule {
  readonly BarcodeDetector?: {
    new (options: { readonly formats: 'qr_code'[] }): Detector;
    getSupportedFormats(): Promise<readonly string[]>;
  };
}

declare global {
  // Not every browser has it.
  interface Window extends DetectorModule {}
}

/**
 * Returns where a scanned text leads: the page of a sign-in at this provider; undefined for every other text.
 *
 * @param origin of the provider
 */
export function scannedAddress(text: string, origin: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || url.origin !== origin || url.username !== '' || url.password !== '') return undefined;
  const isSignIn = /^\/approve\/[\w-]{43}$/.test(url.pathname) || url.pathname === '/device';
  return isSignIn ? url.pathname + url.search : undefined;
}

/** Runs the scanner. @param reader address of the module that reads QR codes where the browser does not */
export function runScan(reader: string): void {
  showScreen(
    element('h1', {}, translated('scanTitle')),
    element('p', {}, translated('scanText')),
    element(
      'div',
      { class: 'actions' },
      actionButton(translated('scanStart'), 'primary', () => scan(reader)),
    ),
  );
}

async function scan(reader: string): Promise<void> {
  const [stream, detector] = await Promise.all([openCamera(), createDetector(reader)]);
  const stop = (): void => stream.getTracks().forEach((track) => track.stop());
  const video = element('video', {
    class: 'camera',
    muted: true,
    playsinline: true,
    'aria-label': translated('scanCamera'),
  });
  video.srcObject = stream;
  showScreen(
    element('h1', {}, translated('scanTitle')),
    element('p', { role: 'status' }, translated('scanWaiting')),
    video,
    element(
      'div',
      { class: 'actions' },
      actionButton(translated('cancel'), 'plain', async () => {
        stop();
        runScan(reader);
      }),
    ),
  );
  await video.play();
  void watch(video, detector, (text) => {
    stop();
    const address = scannedAddress(text, location.origin);
    if (address === undefined) showRefusal(text, reader);
    else location.assign(address);
  });
}

/** @throws PageError when there is no camera, or the person does not allow it */
async function openCamera(): Promise<MediaStream> {
  if (navigator.mediaDevices === undefined) throw new PageError(translated('scanNoCamera'));
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (error) {
    const refused = error instanceof Error && error.name === 'NotAllowedError';
    throw new PageError(translated(refused ? 'scanNotAllowed' : 'scanNoCamera'), { cause: error });
  }
}

/** @param module address of a module with the same interface */
async function createDetector(module: string): Promise<Detector> {
  const own = (await window.BarcodeDetector?.getSupportedFormats())?.includes('qr_code') === true;
  const { BarcodeDetector }: DetectorModule = own ? window : await import(module);
  if (BarcodeDetector === undefined) throw new Error('The module of the scanner has no BarcodeDetector.');
  return new BarcodeDetector({ formats: ['qr_code'] });
}

/** Reads pictures until one has a code, or the screen has changed. */
async function watch(video: HTMLVideoElement, detector: Detector, found: (text: string) => void): Promise<void> {
  while (video.isConnected) {
    const [code] = await detector.detect(video).catch(() => []);
    if (!video.isConnected) return;
    if (code !== undefined) return found(code.rawValue);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

/** Says that a code leads elsewhere: its page could be made to look like this provider. */
function showRefusal(text: string, reader: string): void {
  const host = URL.parse(text.trim())?.host ?? '';
  showScreen(
    element('div', { class: 'outcome no', 'aria-hidden': 'true' }),
    element('h1', {}, translated('scanRefused')),
    element(
      'p',
      {},
      host === '' || host === location.host
        ? translated('scanOtherText')
        : translated('scanOtherHost', { host, own: location.host }),
    ),
    element(
      'div',
      { class: 'actions' },
      actionButton(translated('scanAgain'), 'primary', () => scan(reader)),
    ),
  );
}
