/** The issuer's only style sheet, with the product's colours and sizes. */
export const styles = `
:root{color-scheme:light dark;--bg:#F4F6F5;--surface:#FFF;--line:#747E79;--ink:#131A17;--ink-2:#48534E;--ink-3:#5B6660;
--accent:#08764F;--button:#055F3A;--button-hover:#044E30;--on-button:#FFF;--soft:#E2F3EA;--lit:#12A874;
--port:#747E79;--mine:#FFF;--bad:#9F1C16;--bad-soft:#FDEBE9;--bad-line:#F3B6B0;--bad-solid:#D5342A;--chip:#C6CEC9}
@media (prefers-color-scheme:dark){:root{--bg:#0C100E;--surface:#131816;--line:#7D8883;--ink:#E9EEEB;--ink-2:#AFBAB4;--ink-3:#8E9A93;
--accent:#46CC98;--button:#3FCB95;--button-hover:#57D8A6;--on-button:#03140D;--soft:#12301F;--lit:#3BD79B;
--port:#6F7B75;--mine:#131816;--bad:#FF9088;--bad-soft:#391817;--bad-line:#6E2A26;--bad-solid:#F25A4E;--chip:#3C4741}}
*{box-sizing:border-box;margin:0}
html{height:100%;-webkit-text-size-adjust:100%}
body{position:relative;display:flex;flex-direction:column;min-height:100%;overflow-x:hidden;background:var(--bg);color:var(--ink);
font:16px/1.35 "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;letter-spacing:-.006em;
-webkit-font-smoothing:antialiased}
.art{flex:none;position:relative;height:294px;margin-bottom:-2px;overflow:hidden}
.art svg{overflow:visible;display:block}
.art .row{position:absolute;left:50%;top:0;margin-left:-195px}
.art .box{display:none}
.art text{fill:var(--ink-2);font-size:15.5px;font-weight:500;text-anchor:middle}
.art .key{fill:var(--port)}
.art .body{fill:none;stroke:var(--port);stroke-width:2}
.mine text{fill:var(--ink);font-weight:780}
.mine .key{fill:var(--ink)}
.mine .body{fill:var(--mine);stroke:var(--ink);stroke-width:4}
.art path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.gap{stroke:var(--bg);stroke-width:13;stroke-linecap:butt!important}
.lit{stroke:var(--lit);stroke-width:7.4}
.core{fill:var(--lit)}
main{flex:1;display:flex;flex-direction:column;width:100%;max-width:432px;margin:0 auto;padding:16px 16px 0}
h1{font-size:48px;line-height:1;font-weight:780;letter-spacing:-.04em}
h1.long{font-size:34px;letter-spacing:-.025em}
.lead{margin-top:5px;color:var(--ink-2);font-size:17.5px}
form{flex:1;display:flex;flex-direction:column;margin-top:17px}
label{display:block;margin-bottom:6px;font-size:15px;font-weight:650}
.field{position:relative;margin-bottom:13px}
input{display:block;width:100%;height:57px;padding:0 16px;border:2px solid var(--line);border-radius:14px;background:var(--surface);
color:var(--ink);font:inherit;font-size:18px;letter-spacing:-.01em;outline:0;appearance:none}
input[name=password]{padding-right:64px}
input:focus{border-color:var(--accent);box-shadow:0 0 0 4px var(--soft)}
input[aria-invalid=true]:not(:focus){border-color:var(--bad-solid)}
input:-webkit-autofill{-webkit-text-fill-color:var(--ink);box-shadow:0 0 0 60px var(--surface) inset}
.eye{position:absolute;right:5px;bottom:4.5px;display:grid;place-items:center;width:48px;height:48px;padding:0;border:0;border-radius:10px;
background:none;color:var(--ink);cursor:pointer}
.eye[hidden]{display:none}
.eye .slash{display:none}
.eye[aria-pressed=true] .slash{display:inline}
.eye svg{width:24px;height:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
:is(button,a):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.ways{display:flex;justify-content:space-between;gap:16px;margin-top:-5px}
.ways a{display:flex;align-items:center;min-height:44px;color:var(--accent);font-size:15.5px;font-weight:620;text-decoration:none}
.ways a:hover{text-decoration:underline}
.fault{display:flex;gap:10px;align-items:center;margin-bottom:14px;padding:11px 14px;border:1px solid var(--bad-line);border-radius:10px;
background:var(--bad-soft);color:var(--bad);font-size:14.5px;font-weight:600}
.fault svg{flex:none;width:12px;height:12px;fill:var(--bad-solid)}
.act{flex:1;display:flex;flex-direction:column;justify-content:flex-end;padding:8px 0 62px}
.enter{display:block;width:100%;height:64px;border:0;border-radius:15px;background:var(--button);color:var(--on-button);font:inherit;
font-size:19px;font-weight:680;line-height:64px;text-align:center;text-decoration:none;cursor:pointer}
.enter:hover{background:var(--button-hover)}
.other{display:block;width:100%;min-height:48px;margin-top:8px;padding:0;border:0;border-radius:12px;background:none;color:var(--accent);font:inherit;
font-size:16px;font-weight:620;line-height:48px;text-align:center;text-decoration:none;cursor:pointer}
.other:hover{text-decoration:underline}
.enter[disabled]{opacity:.6;cursor:default}
.hint{margin:-4px 0 10px;color:var(--ink-2);font-size:14.5px}
.recovery{margin:-40px 0 62px;border-top:1px solid var(--chip);padding-top:10px}
.recovery summary{min-height:44px;color:var(--accent);font-size:15.5px;font-weight:620;line-height:44px;cursor:pointer}
.recovery form{display:block;margin-top:4px}
.codes{display:grid;grid-template-columns:1fr 1fr;gap:8px 16px;margin-top:16px;padding:14px;list-style:none;border:1.5px solid var(--line);border-radius:12px;
background:var(--surface);font:600 14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:0}
@media (max-width:379px){.codes{grid-template-columns:1fr}}
.demo{margin:2px -16px 0}
.demo p{padding:0 16px;color:var(--ink-2);font-size:14px}
.demo b{color:var(--ink);font-weight:650}
.demo ul{display:flex;gap:8px;overflow-x:auto;padding:8px 16px 10px;list-style:none;scrollbar-width:none}
.demo a{display:flex;align-items:center;height:48px;padding:0 13px;border:1.5px solid var(--line);border-radius:12px;background:var(--surface);
color:var(--ink);font-size:14.5px;font-weight:600;white-space:nowrap;text-decoration:none}
.demo a[aria-current]{border-color:var(--accent);background:var(--soft);color:var(--accent)}
.said{margin-top:20px;color:var(--ink-2);font-size:17px;line-height:1.45}
footer{position:fixed;left:16px;bottom:10px;color:var(--ink-3);font-size:12px;line-height:14px}
@media (max-width:1199px) and (min-height:801px){body:has(.fault) .art{height:242px}body:has(.fault) .art .row{top:-42px}}
@media (max-height:800px) and (max-width:1199px){.art{height:242px}.art .row{top:-42px}.act{padding-bottom:44px}}
@media (max-height:700px) and (max-width:1199px){.art{height:192px}.art .row{top:-92px}input{height:52px}.eye{bottom:2px}h1{font-size:40px}
.lead{font-size:16px;margin-top:6px}form{margin-top:14px}.field{margin-bottom:12px}.enter{height:56px;line-height:56px}}
@media (max-width:1199px){body:has(.codes,.recovery) .art{height:192px}body:has(.codes,.recovery) .art .row{top:-92px}
body:has(.codes,.recovery) footer{position:static;margin:0 16px 10px}.codes+form .act{padding-bottom:24px}.recovery{margin-bottom:24px}}
@media (min-width:600px) and (max-width:1199px){.act{flex:none;padding-top:16px}.demo ul{flex-wrap:wrap}}
@media (min-width:1200px){
body{flex-direction:row;align-items:center;justify-content:flex-end}
.art{position:absolute;inset:0;height:auto;margin:0}
.art .row{display:none}
.art .box{display:block;width:calc(100vw - 560px);height:100vh}
main{position:relative;flex:none;width:400px;max-width:none;margin:96px clamp(64px,8vw,180px) 40px 0;padding:0}
h1{font-size:56px}h1.long{font-size:38px}.said+.act{padding-top:22px}
.lead{margin-top:12px}
form{flex:none;margin-top:26px}
input{height:52px;border-width:1.5px;border-radius:12px;font-size:16.5px}
.eye{bottom:2px}
.act{flex:none;padding:10px 0 0}
.enter{height:56px;border-radius:12px;font-size:17px;line-height:56px}
.recovery{margin:18px 0 0}
.demo{margin:26px 0 0;padding-top:18px;border-top:1px solid var(--chip);order:3}
.demo p{padding:0}
.demo ul{display:grid;grid-template-columns:1fr 1fr;gap:8px;overflow:visible;padding:12px 0 0}
.demo a{height:38px;padding:0 12px;border:1px solid var(--line);border-radius:8px;font-size:13.5px}
.demo a:hover{border-color:var(--ink)}
}
@media (min-width:1200px) and (max-height:820px){.art .box{margin-top:-44px}}
@media (min-width:1200px) and (max-height:760px){main{margin-top:64px}.demo{margin-top:18px;padding-top:12px}.field{margin-bottom:12px}form{margin-top:16px}}
`.replace(/\n/g, '')
