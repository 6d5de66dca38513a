/**
 * Copies the reference of a page, or the text with it. If the browser refuses, the reference is selected, so that the user can copy it.
 * Without scripts there is no button.
 */
export const copyScript = `(()=>{
const button=document.querySelector('.copy'),code=document.querySelector('.reference span'),said=document.querySelector('.reference output')
const say=text=>{said.textContent=text}
const select=()=>{getSelection().selectAllChildren(code);say(button.dataset.selected)}
button.hidden=false
button.onclick=async()=>{
try{await navigator.clipboard.writeText(button.dataset.text||code.textContent);say(button.dataset.copied)}
catch{select()}
}
})()`
