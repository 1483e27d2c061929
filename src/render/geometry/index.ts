/**
 * Primitives, all in metres, all returning a shared, cached `Geometry` (never change one in place).
 *
 *   box(w, h, d)                            centred; x, y, z
 *   roundedBox(w, h, d, r, steps = 2)       centred
 *   cylinder(top, bottom, h, segments, open)  along y, centred
 *   cone(radius, h, segments)               along y, tip up, centred
 *   sphere(r, segments, rings), dome(r, …)  centred; flat side on y = 0
 *   torus(R, r, arc, segments, sides)       lying flat, axis y; arc from +x towards −z
 *   lathe([[radius, y], …], segments, crease)  turned about y, bottom to top
 *   plane(w, d), polygon([[x, z], …])       on y = 0, facing up
 *   prism([[x, z], …], height)              y = 0 … height
 *   profile([[x, y], …], depth)             outline seen from +z, thick along z, centred
 *   tube([[x, y, z], …], radius | radii[], steps, sides)  along a smooth curve
 *   loft([{ y, rx, rz, x?, z?, square? }, …], segments)   skin over rings, bottom to top
 *   limb(length, top, bottom, bulge)        hangs from the origin to y = −length
 *   merge([geometry | [geometry, matrix], …])  one geometry of many
 *   fromTriangles(positions, indices, crease)  anything else
 *   smoothSurface(positions, indices)       the same without sharp edges: quicker
 *   memo(key(name, …numbers), make)         cache for geometries made from the above
 */
export { box, roundedBox } from "./box.js";
export { type Outline, plane, polygon, prism, profile, signedArea, triangulate } from "./flat.js";
export {
  type Bounds,
  bounds,
  fromTriangles,
  key,
  memo,
  merge,
  smoothSurface,
  transformed,
} from "./mesh.js";
export { cone, cylinder, dome, gridTriangles, lathe, sphere, torus } from "./round.js";
export { curvePoint, limb, loft, type Ring, tube } from "./sweep.js";
