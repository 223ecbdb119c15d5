import { qrPath } from '../../qr-path.ts';

const namespace = 'http://www.w3.org/2000/svg';

/** Renders a QR code. It is dark on light in both themes, because cameras do not read an inverted one. */
export function qrElement(text: string, label: string): SVGSVGElement {
  const { size, path } = qrPath(text);
  const svg = document.createElementNS(namespace, 'svg');
  const attributes = { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  const ground = document.createElementNS(namespace, 'rect');
  ground.setAttribute('width', String(size));
  ground.setAttribute('height', String(size));
  ground.setAttribute('fill', '#fff');
  const modules = document.createElementNS(namespace, 'path');
  modules.setAttribute('d', path);
  svg.append(ground, modules);
  return svg;
}
