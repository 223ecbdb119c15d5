import { browserPattern, initialsOf } from '../../key-pattern.ts';
import { element } from './screen.ts';

/**
 * Renders the picture of a person, an application or a key: the uploaded one, initials of its name, or a pattern of its id.
 *
 * @param picture its address; one of another origin, which the page must not load, is not shown
 */
export function avatar(id: string, name: string | null = null, picture?: string | null): Element {
  if (typeof picture !== 'string' || !picture.startsWith(`${location.origin}/`)) return drawn(id, name);
  const image = element('img', { class: 'avatar', src: picture, alt: '' });
  image.addEventListener('error', () => image.replaceWith(drawn(id, name)));
  return image;
}

function drawn(id: string, name: string | null): SVGSVGElement {
  const ground =
    name === null ? shape('path', {}) : shape('circle', { cx: '12', cy: '12', r: '12', fill: 'hsl(0 55% 32%)' });
  void browserPattern(id).then((pattern) => {
    if (pattern === undefined) return;
    ground.setAttribute('fill', `hsl(${pattern.hue} 55% ${name === null ? 50 : 32}%)`);
    if (name === null) ground.setAttribute('d', pattern.path);
  });
  if (name === null) return drawing('0 0 5 5', ground);
  const initials = shape('text', {
    x: '12',
    y: '12',
    'text-anchor': 'middle',
    'dominant-baseline': 'central',
    'font-size': '10',
    'font-weight': '600',
    fill: '#fff',
  });
  initials.textContent = initialsOf(name);
  return drawing('0 0 24 24', ground, initials);
}

function drawing(viewBox: string, ...content: readonly SVGElement[]): SVGSVGElement {
  const svg = shape('svg', { class: 'avatar', viewBox, 'aria-hidden': 'true' });
  svg.append(...content);
  return svg;
}

function shape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[Name] {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  return created;
}
