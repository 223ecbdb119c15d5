/** What the page of the scanner imports where the browser reads no QR codes itself: the same interface. */
export { BarcodeDetector } from 'qr/decode.js';
